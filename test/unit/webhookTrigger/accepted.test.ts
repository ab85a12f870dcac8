import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';

import { ACCEPTED_WITHIN_MS, isAccepted } from '../../../nodes/EnterpriseAssessmentTrigger/receiving/accepted.ts';
import { VirtualTime } from '../pacing/support/virtualTime.ts';

class AnswerOfTest extends EventEmitter {
	statusCode = 200;
	closed = false;
	writableEnded = false;

	end(status: number): void {
		this.statusCode = status;
		this.writableEnded = true;
		if (!this.closed) this.emit('finish');
	}

	close(): void {
		this.closed = true;
		this.emit('close');
	}
}

const MINUTE = 60_000;

it.each<[what: string, closedFor: number | undefined, status: number | undefined, accepted: boolean]>([
	['with success', undefined, 200, true],
	['with an error', undefined, 500, false],
	['with success after its sender hung up', 5 * MINUTE, 204, true],
	['with an error after its sender hung up', 5 * MINUTE, 503, false],
	['by nobody', ACCEPTED_WITHIN_MS, undefined, false],
])('an event that is answered %s', async (_what, closedFor, status, accepted) => {
	const [answer, time] = [new AnswerOfTest(), new VirtualTime()];
	let known: boolean | undefined;
	void isAccepted(answer, time).then((is) => (known = is));
	if (closedFor !== undefined) {
		answer.close();
		await time.pass(closedFor - 1_000);
	}
	expect(known).toBeUndefined();
	if (status !== undefined) answer.end(status);
	await time.pass(2_000);
	expect(known).toBe(accepted);
});
