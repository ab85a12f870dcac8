import type { Account } from './account/account.ts';
import { seedAccount } from './account/seed.ts';
import type { SimulatorClock } from './clock.ts';
import { FaultBook } from './faults/faults.ts';
import { type Decision, RequestWindows, type Usage } from './rateLimit.ts';
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
	settings: Settings;
	/** Draws latencies and faults. */
	chance: Random;
	/** Draws API keys: not begun anew by a reset, so that a key never comes back. */
	readonly keys: Random;
	account: Account;
	readonly #options: ServiceOptions;
	#windows = new RequestWindows();

	constructor(options: ServiceOptions) {
		this.#options = options;
		this.clock = options.clock;
		this.checksAnswers = options.checksAnswers;
		this.settings = { ...DEFAULT_SETTINGS, ...options.settings };
		this.chance = createRandom(options.seed).fork('chance');
		this.keys = createRandom(options.seed).fork('keys');
		this.account = this.#seed(options.empty);
	}

	/** Back to the start: data, settings and clock; what was logged, injected and counted is forgotten. */
	reset(empty = this.#options.empty): void {
		this.clock.reset();
		this.requests.clear();
		this.faults.clear();
		this.deliveries.clear();
		this.forgetWindows();
		this.settings = { ...DEFAULT_SETTINGS, ...this.#options.settings };
		this.chance = createRandom(this.#options.seed).fork('chance');
		this.account = this.#seed(empty);
	}

	/** Whether the account may make a request now; if so, it takes its place in both windows. */
	admit(): Decision {
		const { limits } = this.settings;
		if (limits === null) return { accepted: true };
		const { limitWindows: windows, refusedRequestsCount: refusedCount } = this.settings;
		return this.#windows.take(this.clock.now(), limits, { windows, refusedCount });
	}

	usage(): Usage {
		return this.#windows.usage(this.clock.now());
	}

	forgetWindows(): void {
		this.#windows = new RequestWindows();
	}

	#seed(empty: boolean): Account {
		return seedAccount({ seed: this.#options.seed, empty, now: this.clock.now() });
	}
}
