import type { Account } from './account/account.ts';
import type { World } from './account/world.ts';
import { seedWorld } from './account/seed.ts';
import type { SimulatorClock } from './clock.ts';
import { FaultBook } from './faults/faults.ts';
import { type Decision, RequestWindows } from './http/rateLimit.ts';
import { RequestLog } from './http/requestLog.ts';
import { type Random, createRandom } from './random.ts';
import { DEFAULT_SETTINGS, type Settings } from './settings.ts';
import { Deliveries } from './webhook/deliveries.ts';
import { ReturnVisits } from './webhook/returnVisits.ts';

export interface ServiceOptions {
	clock: SimulatorClock;
	seed: number | string;
	/** Instead of a key from the seed. */
	apiKey: string | null;
	/** Without users, save the administrator. */
	empty: boolean;
	settings: Partial<Settings>;
}

/** What routes and control share. */
export class Service {
	readonly clock: SimulatorClock;
	readonly requests = new RequestLog();
	readonly faults = new FaultBook();
	readonly deliveries: Deliveries;
	readonly returnVisits = new ReturnVisits(() => this.settings);
	/** {base_host}: set once the port is known. */
	baseHost = '';
	settings: Settings;
	/** Draws identifiers and scores. */
	random: Random;
	/** Draws latencies and faults: apart, so that they don't change identifiers. */
	chance: Random;
	/** Draws API keys: not begun anew by a reset, so that a key never comes back. */
	readonly keys: Random;
	world: World;
	readonly #options: ServiceOptions;
	#windows = new Map<string, RequestWindows>();

	constructor(options: ServiceOptions) {
		this.#options = options;
		this.clock = options.clock;
		this.settings = { ...DEFAULT_SETTINGS, ...options.settings };
		this.random = createRandom(options.seed).fork('service');
		this.chance = createRandom(options.seed).fork('chance');
		this.keys = createRandom(options.seed).fork('keys');
		this.world = this.#seed(options.empty);
		this.deliveries = new Deliveries(this.clock, () => this.settings);
	}

	/** Back to the start: data, settings and clock; what was logged, injected and counted is forgotten. */
	reset(empty = this.#options.empty): void {
		this.clock.reset();
		this.requests.clear();
		this.faults.clear();
		this.deliveries.clear();
		this.returnVisits.clear();
		this.forgetWindows();
		this.settings = { ...DEFAULT_SETTINGS, ...this.#options.settings };
		this.random = createRandom(this.#options.seed).fork('service');
		this.chance = createRandom(this.#options.seed).fork('chance');
		this.world = this.#seed(empty);
	}

	/** Whether the account may make a request now; if so, it takes its place in both windows. */
	admit(account: Account): Decision {
		const { limits } = this.settings;
		if (limits === null) return { accepted: true };
		const { limitWindows: windows, refusedRequestsCount: refusedCount } = this.settings;
		return this.windowsOf(account).take(this.clock.now(), limits, { windows, refusedCount });
	}

	windowsOf(account: Account): RequestWindows {
		const windows = this.#windows.get(account.accountId) ?? new RequestWindows();
		this.#windows.set(account.accountId, windows);
		return windows;
	}

	forgetWindows(): void {
		this.#windows = new Map();
	}

	#seed(empty: boolean): World {
		const { seed, apiKey } = this.#options;
		return seedWorld({ seed, apiKey, empty, now: this.clock.now() });
	}
}
