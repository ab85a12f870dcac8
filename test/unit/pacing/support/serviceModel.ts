import { RequestWindows } from '../../../../simulator/rateLimit.ts';
import { SPECIFIED_LIMITS } from '../../../../simulator/settings.ts';
import type { VirtualTime } from './virtualTime.ts';

/** The share of the latency that passes before the service counts the request. The rest passes before the response. */
const SPLITS = {
	before: () => 1,
	after: () => 0,
	random: (random: () => number) => random(),
};

export interface Network {
	split: keyof typeof SPLITS;
	latencyMs: readonly [min: number, max: number];
}

export interface ModelSettings {
	retryAfter?: boolean;
	/** Whether refused requests count. The specification doesn't say. */
	refusedCount?: boolean;
}

/** The service behind a network, in virtual time. */
export function serviceModel(
	time: VirtualTime,
	{ split, latencyMs: [min, max] }: Network,
	random: () => number,
	{ retryAfter = false, refusedCount = false }: ModelSettings = {},
) {
	const windows = new RequestWindows();
	const counting = { limits: SPECIFIED_LIMITS, limitWindows: 'sliding', refusedRequestsCount: refusedCount } as const;
	const arrivals: Array<{ at: number; status: 200 | 429; sender: number }> = [];

	async function request(sender: number): Promise<{ status: 200 | 429; retryAfterMs?: number }> {
		const wholeMs = min + random() * (max - min);
		const thereMs = SPLITS[split](random) * wholeMs;
		await time.sleep(thereMs);
		const at = time.now();
		const retryAfterMs = windows.take(at, counting);
		const status = retryAfterMs === 0 ? 200 : 429;
		arrivals.push({ at, status, sender });
		await time.sleep(wholeMs - thereMs);
		if (status === 200 || !retryAfter) return { status };
		return { status, retryAfterMs: Math.ceil(retryAfterMs / 1_000) * 1_000 };
	}

	return { request, arrivals };
}
