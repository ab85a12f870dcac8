import type { Counting } from '../../../../simulator/http/rateLimit.ts';
import { RequestWindows, SPECIFIED_LIMITS } from '../../../../simulator/http/rateLimit.ts';
import type { VirtualTime } from './virtualTime.ts';

/** How latency is split between the way to the service, until it counts the request, and the rest until the answer. */
const SPLITS = {
	before: () => 1,
	after: () => 0,
	random: (random: () => number) => random(),
};

export interface Network {
	split: keyof typeof SPLITS;
	latencyMs: readonly [min: number, max: number];
}

export interface ModelAnswer {
	status: 200 | 429;
	retryAfterMs?: number;
}

/** What the service got: when, and from whom. */
export interface Arrival {
	at: number;
	status: 200 | 429;
	sender: number;
}

export interface ModelSettings {
	retryAfter?: boolean;
	counting?: Partial<Counting>;
}

/** The simulator's limits behind a network, in virtual time. */
export class ServiceModel {
	readonly arrivals: Arrival[] = [];
	readonly #time: VirtualTime;
	readonly #network: Network;
	readonly #random: () => number;
	readonly #retryAfter: boolean;
	readonly #counting: Counting;
	readonly #windows = new RequestWindows();

	constructor(
		time: VirtualTime,
		network: Network,
		random: () => number,
		{ retryAfter = false, counting = {} }: ModelSettings = {},
	) {
		this.#time = time;
		this.#network = network;
		this.#random = random;
		this.#retryAfter = retryAfter;
		this.#counting = { windows: 'sliding', refusedCount: false, ...counting };
	}

	async request(sender = 0): Promise<ModelAnswer> {
		const { split, latencyMs } = this.#network;
		const [min, max] = latencyMs;
		const wholeMs = min + this.#random() * (max - min);
		const thereMs = SPLITS[split](this.#random) * wholeMs;
		await this.#time.sleep(thereMs);
		const at = this.#time.now();
		const decision = this.#windows.take(at, SPECIFIED_LIMITS, this.#counting);
		const status = decision.accepted ? 200 : 429;
		this.arrivals.push({ at, status, sender });
		await this.#time.sleep(wholeMs - thereMs);
		if (decision.accepted || !this.#retryAfter) return { status };
		return { status, retryAfterMs: Math.ceil(decision.retryAfterMs / 1_000) * 1_000 };
	}
}
