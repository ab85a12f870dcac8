import { Account } from './account/account.ts';
import { seedAccount } from './account/seed.ts';
import type { SimulatorClock } from './clock.ts';
import { FaultBook } from './faults/faults.ts';
import { RequestWindows } from './rateLimit.ts';
import { RequestLog } from './requestLog.ts';
import { type Random, createRandom } from './random.ts';
import { DEFAULT_SETTINGS, type Settings } from './settings.ts';
import { Deliveries } from './webhook/deliveries.ts';

export interface ServiceOptions {
	clock: SimulatorClock;
	seed: number | string;
	/** Whether to start without users, except for the administrator. */
	empty: boolean;
	settings: Partial<Settings>;
}

/** The state that routes and control methods share. */
export class Service {
	readonly clock: SimulatorClock;
	readonly requests = new RequestLog();
	readonly faults = new FaultBook();
	readonly deliveries = new Deliveries(this);
	/** The contents of responses so far that the document doesn't allow. */
	readonly breaches: string[] = [];
	/** {base_host}. Set once the port is known. */
	baseHost = '';
	// The values from here on are placeholders, until the constructor calls `reset`.
	settings: Settings = DEFAULT_SETTINGS;
	/** Generates latencies and faults. */
	chance = createRandom(0);
	/** Generates API keys. A reset doesn't restart it, because keys must never repeat. */
	readonly keys: Random;
	account = new Account(this.chance);
	windows = new RequestWindows();
	readonly #options: ServiceOptions;

	constructor(options: ServiceOptions) {
		this.#options = options;
		this.clock = options.clock;
		this.keys = createRandom(`${options.seed} keys`);
		this.reset();
	}

	/** Restores data, settings and clock, and forgets logs, faults and counted requests. */
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
}
