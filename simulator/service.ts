import { Account } from './account/account.ts';
import { seedAccount } from './account/seed.ts';
import type { SimulatorClock } from './clock.ts';
import { FaultBook } from './faults/faults.ts';
import { type Decision, RequestWindows } from './rateLimit.ts';
import { RequestLog } from './requestLog.ts';
import { type Random, createRandom } from './random.ts';
import { DEFAULT_SETTINGS, type Settings } from './settings.ts';
import { Deliveries } from './webhook/deliveries.ts';

export interface ServiceOptions {
	clock: SimulatorClock;
	seed: number | string;
	/** Without users, save the administrator. */
	empty: boolean;
	settings: Partial<Settings>;
	/** Whether answers are held to the document. */
	checksAnswers: boolean;
}

/** What routes and control share. */
export class Service {
	readonly clock: SimulatorClock;
	readonly requests = new RequestLog();
	readonly faults = new FaultBook();
	readonly deliveries = new Deliveries(this);
	/** What the document didn't allow of the answers so far. */
	readonly breaches: string[] = [];
	readonly checksAnswers: boolean;
	/** {base_host}: set once the port is known. */
	baseHost = '';
	settings: Settings = DEFAULT_SETTINGS;
	/** Draws latencies and faults. */
	chance = createRandom(0);
	/** Draws API keys: a reset leaves it as it is, so that a key never comes back. */
	readonly keys: Random;
	account = new Account(this.chance);
	windows = new RequestWindows();
	readonly #options: ServiceOptions;

	constructor(options: ServiceOptions) {
		this.#options = options;
		this.clock = options.clock;
		this.checksAnswers = options.checksAnswers;
		this.keys = createRandom(`${options.seed} keys`);
		this.reset();
	}

	/** To the start: data, settings and clock; what was logged, injected and counted is forgotten. */
	reset(empty = this.#options.empty): void {
		const { seed, settings } = this.#options;
		this.clock.ahead = 0;
		this.requests.entries = [];
		this.faults.clear();
		this.deliveries.clear();
		this.windows = new RequestWindows();
		this.settings = { ...DEFAULT_SETTINGS, ...settings };
		this.chance = createRandom(`${seed} chance`);
		this.account = seedAccount(seed, empty, this.clock.now());
	}

	/** Whether the account may make a request now; if so, it takes its place in both windows. */
	admit(): Decision {
		const { limits } = this.settings;
		if (limits === null) return { accepted: true };
		const { limitWindows: windows, refusedRequestsCount: refusedCount } = this.settings;
		return this.windows.take(this.clock.now(), limits, { windows, refusedCount });
	}
}
