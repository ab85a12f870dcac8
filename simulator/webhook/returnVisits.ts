import type { UserAssessmentRecord } from '../account/records.ts';
import type { Settings } from '../settings.ts';

/** Somebody finished and their browser went where the assignment said. */
export interface ReturnVisit {
	userAssessmentId: string;
	url: string;
	/** Null while under way and when nothing answered. */
	status: number | null;
}

const TIMEOUT_MS = 10_000;

const isThisMachine = (url: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname);

/** Visits each `returnUrl` as a browser would: "the user is directed there on completing the assessment". */
export class ReturnVisits {
	readonly #settings: () => Settings;
	readonly #underway = new Set<Promise<void>>();
	#visits: ReturnVisit[] = [];
	#forgotten = new AbortController();

	constructor(settings: () => Settings) {
		this.#settings = settings;
	}

	list(): readonly ReturnVisit[] {
		return this.#visits;
	}

	visit({ userAssessmentId, returnUrl }: UserAssessmentRecord): void {
		const { visitReturnUrl } = this.#settings();
		if (returnUrl === null || visitReturnUrl === 'never') return;
		if (visitReturnUrl === 'thisMachine' && !isThisMachine(returnUrl)) return;
		const visit: ReturnVisit = { userAssessmentId, url: returnUrl, status: null };
		this.#visits.push(visit);
		const end = AbortSignal.any([this.#forgotten.signal, AbortSignal.timeout(TIMEOUT_MS)]);
		const going = this.#go(visit, end).finally(() => this.#underway.delete(going));
		this.#underway.add(going);
	}

	async idle(): Promise<void> {
		await Promise.all(this.#underway);
	}

	/** Forgets all, and ends those under way. */
	clear(): void {
		this.#visits = [];
		this.#forgotten.abort();
		this.#forgotten = new AbortController();
	}

	async #go(visit: ReturnVisit, signal: AbortSignal): Promise<void> {
		try {
			const response = await fetch(visit.url, { signal });
			visit.status = response.status;
			await response.body?.cancel();
		} catch {
			visit.status = null;
		}
	}
}
