import { expect, it } from 'vitest';

import { linesAbout } from '../../../nodes/EnterpriseAssessmentTrigger/rejections.ts';

const BEGIN = Date.UTC(2026, 10, 21, 12);
const line = "An event was rejected because it isn't signed";

/** The lines about so many events of a trigger, from a time on. */
function reject(trigger: string, at: number, count = 1): string[] {
	const lines = Array.from({ length: count }, () => linesAbout("it isn't signed", trigger, BEGIN + at));
	return lines.flat();
}

it('the log shows ten rejected events of a trigger in a minute, and then their number with the next one', () => {
	expect(reject('forged', 0, 5_000)).toEqual(Array.from({ length: 10 }, () => line));
	expect(reject('other', 59_999)).toEqual([line]);
	expect(reject('forged', 59_999)).toEqual([]);
	const count = '4991 more events were rejected in the minute after 2026-11-21T12:00:00.000Z';
	expect(reject('forged', 60_000, 10)).toEqual([count, ...Array.from({ length: 10 }, () => line)]);
	expect(reject('forged', 120_000)).toEqual([line]);
});

it("the log isn't silent after the clock is set back", () => {
	reject('forged', 200_000, 20);
	expect(reject('forged', 100_000)).toContain(line);
});
