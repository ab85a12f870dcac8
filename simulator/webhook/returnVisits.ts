import type { UserAssessmentRecord } from '../account/records.ts';
import type { Settings } from '../settings.ts';

const TIMEOUT_MS = 10_000;

const isThisMachine = (url: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname);

/** Visits each `returnUrl` as a browser would: "the user is directed there on completing the assessment". */
export class ReturnVisits {
	readonly #settings: () => Settings;
	readonly #underway = new Set<Promise<void>>();
	#forgotten = new AbortController();

	constructor(settings: () => Settings) {
		this.#settings = settings;
	}

	visit({ returnUrl }: UserAssessmentRecord): void {
		if (returnUrl === null || this.#settings().visitReturnUrl === 'never' || !isThisMachine(returnUrl)) return;
		const signal = AbortSignal.any([this.#forgotten.signal, AbortSignal.timeout(TIMEOUT_MS)]);
		const visit = fetch(returnUrl, { signal })
			.then((response) => response.body?.cancel())
			// Nobody has to be there.
			.catch(() => undefined)
			.finally(() => this.#underway.delete(visit));
		this.#underway.add(visit);
	}

	async idle(): Promise<void> {
		await Promise.all(this.#underway);
	}

	/** Ends those under way. */
	clear(): void {
		this.#forgotten.abort();
		this.#forgotten = new AbortController();
	}
}
