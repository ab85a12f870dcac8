import type { FaultInjection } from '../faults/faults.ts';
import type { LoggedRequest } from '../http/requestLog.ts';
import { body } from '../http/schemas.ts';
import { get, post, remove } from './method.ts';
import { newest } from './newest.ts';
import { count, fault, oneOf, text } from './schemas.ts';

/** What came in, and what is to go wrong with it. */
export const traffic = {
	inject: post(
		'/faults',
		({ faults }, injection: FaultInjection) => ({ faultId: faults.inject(injection) }),
		{
			match: body({ method: text, path: text }),
			fault,
			times: { anyOf: [{ type: 'integer', minimum: 1 }, oneOf('always')] },
			skip: count,
			probability: { type: 'number', minimum: 0, maximum: 1 },
		},
		['fault'],
	),
	faults: get('/faults', ({ faults }) => [...faults.list()]),
	/** Removes one fault, or all. */
	clearFaults: remove('/faults', ({ faults }, { faultId }: { faultId?: number }) => faults.clear(faultId), {
		faultId: count,
	}),
	/**
	 * Oldest first. `after`: only those with a larger id; `endpoint`: exactly that path below the version segment;
	 * `last`: so many at most, the newest.
	 */
	requests: get(
		'/requests',
		({ requests }, { after = 0, endpoint, last }: { after?: number; endpoint?: string; last?: number }) => {
			const wanted = (entry: LoggedRequest): boolean =>
				entry.requestId > after && (endpoint === undefined || entry.endpoint === endpoint);
			return newest(requests.list().filter(wanted), last);
		},
		{ after: count, endpoint: text, last: count },
	),
	clearRequests: remove('/requests', ({ requests }) => requests.clear()),
};
