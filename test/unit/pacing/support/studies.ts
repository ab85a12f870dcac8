import { Pacer } from '../../../../nodes/api/pacing/pacer.ts';
import { createRandom } from '../../../../simulator/random.ts';
import { RequestWindows } from '../../../../simulator/rateLimit.ts';
import { SPECIFIED_LIMITS } from '../../../../simulator/settings.ts';
import { VirtualTime } from './virtualTime.ts';

export interface Network {
	/** Which part of the latency passes before the service counts the request: all, nothing, or a random part. */
	split: 'before' | 'after' | 'random';
	latencyMs: readonly [min: number, max: number];
}

interface ModelSettings {
	retryAfter?: boolean;
	/** Whether refused requests count. The specification doesn't say. */
	refusedCount?: boolean;
}

/** The service behind a network, in virtual time. */
function serviceModel(
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

/** The specification's limits, repeated here so that a mistake in the measured code doesn't affect them. */
const PER_SECOND = 5;
const PER_WINDOW = 2_000;
const WINDOW_MS = 1_200_000;

export const NETWORKS: readonly Network[] = ([[20, 120] as const, [20, 400] as const] as const).flatMap((latencyMs) =>
	(['before', 'after', 'random'] as const).map((split) => ({ split, latencyMs })),
);

/** The number of items that the action node processes at once. */
const IN_FLIGHT = 10;
/** The action node's Max Rate Limit Wait. */
const WAIT_MS = 1_800_000;

/** The service works, so nothing ever probes. */
const ALIKE = { endpoint: 'getScore', patienceMs: 0, probe: async () => await Promise.resolve(undefined) };

export interface Study {
	network: Network;
	seed: number;
	requests: number;
	service?: ModelSettings;
}

export function setUp({ network, seed, service: settings }: Study) {
	const time = new VirtualTime();
	const random = createRandom(seed).next;
	const service = serviceModel(time, network, random, settings);

	/** Sends a request as the nodes do, and retries it while it's refused. Returns whether it succeeded. */
	async function sendOne(pacer: Pacer, sender: number): Promise<boolean> {
		let waited = 0;
		for (let place: 'end' | 'front' = 'end'; ; place = 'front') {
			const asked = time.now();
			const wait = { endBy: Number.POSITIVE_INFINITY, waitMs: WAIT_MS - waited, longestWaitMs: WAIT_MS };
			const result = await pacer.takeTurn({ ...ALIKE, ...wait, place });
			waited += time.now() - asked;
			if (result.kind !== 'turn') return false;
			const answer = await service.request(sender);
			result.settle(answer);
			if (answer.status === 200) return true;
		}
	}

	/** Sends requests from one process. Returns when each one succeeded, in ms since the start. */
	async function send(requests: number, sender: number): Promise<number[]> {
		const pacer = new Pacer(time, random);
		const began = time.now();
		const doneAt: number[] = [];
		let next = 0;
		async function work(): Promise<void> {
			while (next < requests) {
				next += 1;
				if (await sendOne(pacer, sender)) doneAt.push(time.now() - began);
			}
		}
		await Promise.all(Array.from({ length: IN_FLIGHT }, work));
		return doneAt;
	}

	return { time, service, send };
}

export const last = (times: readonly number[]) => Math.max(0, ...times);

/** The shortest possible duration: 2,000 requests in each full 20-minute window, and 5 per second in the last one. */
function idealMs(requests: number): number {
	const windows = Math.floor((requests - 1) / PER_WINDOW);
	return windows * WINDOW_MS + ((requests - windows * PER_WINDOW) / PER_SECOND) * 1_000;
}

/** Busy processes that share an account and don't know about each other. */
export async function together(study: Study, processes: number) {
	const { time, service, send } = setUp(study);
	const began = time.now();
	const senders = Array.from({ length: processes }, (_, sender) => sender);
	const runs = await time.finish(Promise.all(senders.map(async (sender) => await send(study.requests, sender))));
	const allBusyMs = Math.min(...runs.map(last));
	const accepted = service.arrivals.filter(({ at, status }) => status === 200 && at - began <= allBusyMs);
	const fairShare = accepted.length / processes;
	return {
		ofLimit: idealMs(accepted.length) / allBusyMs,
		perSecond: (processes * study.requests) / (Math.max(...runs.map(last)) / 1_000),
		shares: senders.map((sender) => accepted.filter((arrival) => arrival.sender === sender).length / fairShare),
		lost: runs.reduce((sum, run) => sum + study.requests - run.length, 0),
		refused: service.arrivals.filter(({ status }) => status === 429).length / service.arrivals.length,
	};
}
