import { EventEmitter } from 'node:events';

import { expect, it, onTestFinished, vi } from 'vitest';

import { monotonicClock } from '../../../nodes/api/pacing/clock.ts';
import { claim } from '../../../nodes/EnterpriseAssessmentTrigger/recentEvents.ts';

// test/integration/webhookTrigger/receiving.test.ts covers the responses after which an event can start the workflow again.
it("the last 10,000 events can't start the workflow again for 24 hours, even if a sender hangs up before the response", () => {
	const clock = vi.spyOn(monotonicClock, 'now');
	onTestFinished(() => clock.mockRestore());
	const claimed = (hours: number, ...places: number[]) => {
		clock.mockReturnValue(hours * 60 * 60_000);
		return places.filter((place) => {
			const response = Object.assign(new EventEmitter(), { statusCode: 503 });
			const isClaimed = claim(`event ${place}`, response);
			response.emit('close');
			return isClaimed;
		});
	};
	const all = [...Array(10_001).keys()];
	expect(claimed(0, ...all)).toEqual(all);
	expect(claimed(23.9999, 1, 10_000)).toEqual([]);
	expect(claimed(23.9999, 0)).toEqual([0]);
	expect(claimed(24, 0, 2)).toEqual([2]);
});
