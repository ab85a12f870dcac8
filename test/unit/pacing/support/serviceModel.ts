import type { VirtualTime } from './virtualTime.ts';

export interface ModelAnswer {
	status: 200 | 429;
	retryAfterMs?: number;
}

/** How long one request travels: until it counts as arrived, and from there to its answer. In ms. */
export type Journey = () => { thereMs: number; backMs: number };

/** The service's limits as the specification has them, over a network with travel times. Refused requests take no place. */
export class ServiceModel {
	readonly accepted: number[] = [];
	refused = 0;
	readonly #time: VirtualTime;
	readonly #journey: Journey;
	readonly #retryAfter: boolean;
	readonly #limits: ReadonlyArray<{ requests: number; windowMs: number }>;

	constructor(
		time: VirtualTime,
		journey: Journey,
		{
			retryAfter = false,
			limits = [
				{ requests: 5, windowMs: 1_000 },
				{ requests: 2_000, windowMs: 1_200_000 },
			],
		} = {},
	) {
		this.#time = time;
		this.#journey = journey;
		this.#retryAfter = retryAfter;
		this.#limits = limits;
	}

	async request(): Promise<ModelAnswer> {
		const { thereMs, backMs } = this.#journey();
		await this.#time.sleep(thereMs);
		const answer = this.#decide(this.#time.now());
		await this.#time.sleep(backMs);
		return answer;
	}

	#decide(now: number): ModelAnswer {
		const freeAt = Math.max(
			...this.#limits.map(({ requests, windowMs }) => (this.accepted.at(-requests) ?? -Infinity) + windowMs),
		);
		if (freeAt > now) {
			this.refused += 1;
			return this.#retryAfter
				? { status: 429, retryAfterMs: Math.ceil((freeAt - now) / 1_000) * 1_000 }
				: { status: 429 };
		}
		this.accepted.push(now);
		return { status: 200 };
	}
}

type Range = readonly [min: number, max: number];

/** Latencies drawn evenly from the range, and how much of each passes on the way there. */
export const JOURNEYS = {
	/** A random part on the way there, the rest on the way back. */
	randomSplit:
		([min, max]: Range, random: () => number): Journey =>
		() => {
			const whole = min + random() * (max - min);
			const thereMs = random() * whole;
			return { thereMs, backMs: whole - thereMs };
		},
	/** The same network both ways. */
	evenSplit:
		([min, max]: Range, random: () => number): Journey =>
		() => {
			const whole = min + random() * (max - min);
			return { thereMs: whole / 2, backMs: whole / 2 };
		},
	/** Each way drawn for itself. */
	independent:
		([min, max]: Range, random: () => number): Journey =>
		() => ({
			thereMs: (min + random() * (max - min)) / 2,
			backMs: (min + random() * (max - min)) / 2,
		}),
	/** The service takes its time after counting the request. */
	allBack:
		([min, max]: Range, random: () => number): Journey =>
		() => ({
			thereMs: 0,
			backMs: min + random() * (max - min),
		}),
	/** Counted only right before the answer. */
	allThere:
		([min, max]: Range, random: () => number): Journey =>
		() => ({
			thereMs: min + random() * (max - min),
			backMs: 0,
		}),
} as const;
