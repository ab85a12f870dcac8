import { RequestWindows } from '../../../../simulator/rateLimit.ts';
import { SPECIFIED_LIMITS } from '../../../../simulator/settings.ts';
import type { VirtualTime } from './virtualTime.ts';

export interface Network {
	/** Which part of the latency passes before the service counts the request: all, nothing, or a random part. */
	split: 'before' | 'after' | 'random';
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
		const thereMs = wholeMs * (split === 'random' ? random() : Number(split === 'before'));
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
