import type { IExecuteFunctions } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { monotonicClock } from '../../../nodes/api/pacing/clock.ts';
import { type Budget, type Caller, DEFAULT_BUDGET } from '../../../nodes/api/request/caller.ts';
import type { Failure, Result } from '../../../nodes/api/request/failure.ts';
import { SharedReadings } from '../../../nodes/api/request/sharedReadings.ts';
import { answered, canceled, unanswered, waitedTooLong } from '../../unit/api/support/failures.ts';

// action/outages.test.ts covers the waits for others' readings, action/ifAlreadyAssigned.test.ts how long one is fresh.

const AWAY = answered(503);
const SLOW = unanswered('timeout', true);
const CANCELED = canceled(false);
const LATE = waitedTooLong(1);

/** A caller that shares nothing with n8n, because waiting needs only its account and limits. */
function caller(id: string, limits: Partial<Budget> = {}, apiVersion = '2020q3'): Caller {
	const account = { baseHost: '', apiVersion, isDeprecated: false, apiKey: '', credentials: {}, id };
	const context: Pick<IExecuteFunctions, 'getExecutionCancelSignal'> = { getExecutionCancelSignal: () => undefined };
	return { context: Object.create(context), account, place: 'end', budget: { ...DEFAULT_BUDGET, ...limits } };
}

/** Readings that each take ten seconds, with the results in turn. */
function readings(...results: Array<Result<number>>) {
	const shared = new SharedReadings<number>('listAssessments');
	let begun = 0;
	const read = async () => {
		const result = results[begun];
		begun += 1;
		await monotonicClock.sleep(10_000);
		return result ?? { value: begun };
	};
	const get = async (of: Caller) => await shared.get(of, { read, isFresh: (_value, ageMs) => ageMs < 60_000 });
	return { get, begun: () => begun };
}

it.each<[what: string, failure: Failure, isShared: boolean, limits?: Partial<Budget>]>([
	['a failure of the service', AWAY, true],
	['a refusal', answered(401), true, { timeoutMs: 1_000, totalMs: 5_000 }],
	['its shorter patience', AWAY, false, { patienceMs: 12_000 }],
	['a time-out', SLOW, true],
	['a wait that was too long', LATE, true],
	['its cancel', CANCELED, false],
	['its shorter wait', LATE, false, { maxRateLimitWaitMs: 1 }],
	['its shorter timeout', SLOW, false, { timeoutMs: 1_000 }],
	['its shorter time in all', SLOW, false, { totalMs: 5_000 }],
])('whoever reads fails because of %s, and so do all who wait, but no one who comes later: %o, %s', async (...row) => {
	const [, failure, isShared, limits] = row;
	const { get, begun } = readings(failure);
	const one = caller('a');
	const other = isShared ? failure : { value: 2 };
	expect(await Promise.all([get(caller('a', limits)), get(one), get(one)])).toEqual([failure, other, other]);
	expect(await get(one)).toEqual({ value: 2 });
	expect(begun()).toBe(2);
});

it('credentials that differ only in the API version or the account share nothing', async () => {
	const { get } = readings(answered(404));
	const all = async () => await Promise.all([caller('a', {}, '2020q9'), caller('a'), caller('b')].map(get));
	expect(await all()).toEqual([answered(404), { value: 3 }, { value: 3 }]);
	expect(await all()).toEqual([{ value: 4 }, { value: 3 }, { value: 3 }]);
});

it('a reading that throws does so for all who wait, and the next one reads again', async () => {
	const shared = new SharedReadings<number>('listAssessments');
	const broken = async () => await Promise.reject(new Error('broken'));
	const get = async (read: () => Promise<Result<number>>) =>
		await shared.get(caller('a'), { read, isFresh: () => true });
	await expect(Promise.all([get(broken), get(broken)])).rejects.toThrow('broken');
	expect(await get(async () => await Promise.resolve({ value: 7 }))).toEqual({ value: 7 });
});
