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

export interface ModelAnswer {
	status: 200 | 429;
	retryAfterMs?: number;
}

/** A request that the service received: when, and from which process. */
export interface Arrival {
	at: number;
	status: 200 | 429;
	sender: number;
}

export interface ModelSettings {
	retryAfter?: boolean;
	/** Whether refused requests count, which the specification doesn't say. */
	refusedCount?: boolean;
}

/** The limits (specification: Limits), repeated here: at most this many requests in any window of this length. */
const LIMITS = [
	{ requests: 5, windowMs: 1_000 },
	{ requests: 2_000, windowMs: 1_200_000 },
];

/** The service behind a network, in virtual time. */
export class ServiceModel {
	readonly arrivals: Arrival[] = [];
	readonly #time: VirtualTime;
	readonly #network: Network;
	readonly #random: () => number;
	readonly #settings: ModelSettings;
	/** The arrival times of the requests that count. */
	readonly #counted: number[] = [];

	constructor(time: VirtualTime, network: Network, random: () => number, settings: ModelSettings = {}) {
		this.#time = time;
		this.#network = network;
		this.#random = random;
		this.#settings = settings;
	}

	async request(sender = 0): Promise<ModelAnswer> {
		const { split, latencyMs } = this.#network;
		const [min, max] = latencyMs;
		const wholeMs = min + this.#random() * (max - min);
		const thereMs = SPLITS[split](this.#random) * wholeMs;
		await this.#time.sleep(thereMs);
		const at = this.#time.now();
		const freeAt = Math.max(...LIMITS.map(({ requests, windowMs }) => (this.#counted.at(-requests) ?? 0) + windowMs));
		const status = freeAt <= at ? 200 : 429;
		if (status === 200 || this.#settings.refusedCount === true) this.#counted.push(at);
		this.arrivals.push({ at, status, sender });
		await this.#time.sleep(wholeMs - thereMs);
		if (status === 200 || this.#settings.retryAfter !== true) return { status };
		return { status, retryAfterMs: Math.ceil((freeAt - at) / 1_000) * 1_000 };
	}
}
