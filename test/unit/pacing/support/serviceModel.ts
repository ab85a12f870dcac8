import { RequestWindows, SPECIFIED_LIMITS } from '../../../../simulator/rateLimit.ts';
import type { VirtualTime } from './virtualTime.ts';

/** How latency is split into the time until the service counts the request and the time until the response. */
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
	/** Whether refused requests count, which the specification doesn't say. */
	refusedCount?: boolean;
}

/** The service behind a network, in virtual time. */
export class ServiceModel {
	/** The requests that the service received: when, and from which process. */
	readonly arrivals: Array<{ at: number; status: 200 | 429; sender: number }> = [];
	readonly #time: VirtualTime;
	readonly #network: Network;
	readonly #random: () => number;
	readonly #settings: ModelSettings;
	readonly #windows = new RequestWindows();

	constructor(time: VirtualTime, network: Network, random: () => number, settings: ModelSettings = {}) {
		this.#time = time;
		this.#network = network;
		this.#random = random;
		this.#settings = settings;
	}

	async request(sender: number): Promise<{ status: 200 | 429; retryAfterMs?: number }> {
		const { split, latencyMs } = this.#network;
		const [min, max] = latencyMs;
		const wholeMs = min + this.#random() * (max - min);
		const thereMs = SPLITS[split](this.#random) * wholeMs;
		await this.#time.sleep(thereMs);
		const at = this.#time.now();
		const { retryAfter = false, refusedCount = false } = this.#settings;
		const decision = this.#windows.take(at, SPECIFIED_LIMITS, { windows: 'sliding', refusedCount });
		const status = decision.accepted ? 200 : 429;
		this.arrivals.push({ at, status, sender });
		await this.#time.sleep(wholeMs - thereMs);
		if (decision.accepted || !retryAfter) return { status };
		return { status, retryAfterMs: Math.ceil(decision.retryAfterMs / 1_000) * 1_000 };
	}
}
