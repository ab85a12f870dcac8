/** One request as it arrived and what became of it. API keys are blacked out. */
export interface LoggedRequest {
	requestId: number;
	/** When it arrived, in ms by the simulator's clock. */
	at: number;
	method: string;
	/** Path without the query string. */
	path: string;
	/** The path below the version segment; null for addresses outside of every version. */
	endpoint: string | null;
	query: string | null;
	headers: Record<string, string>;
	/** What the Authorization header held. */
	authorization: 'absent' | 'active key' | 'revoked key' | 'unknown key';
	/** Whether an API key stood anywhere but in the Authorization header. */
	keyElsewhere: boolean;
	/** Parsed JSON; text when it wasn't JSON; absent without a body. */
	body?: unknown;
	/** Null when no answer was sent. */
	status: number | null;
	/** Whether the service carried it out. */
	processed: boolean;
	/** Kind of the injected fault that hit it. */
	fault: string | null;
}

/** Beyond twice as many the oldest are forgotten. */
const KEPT = 20_000;

/** The last requests, oldest first. */
export class RequestLog {
	#entries: LoggedRequest[] = [];
	#lastId = 0;

	add(entry: Omit<LoggedRequest, 'requestId'>): LoggedRequest {
		const logged = { requestId: ++this.#lastId, ...entry };
		this.#entries.push(logged);
		if (this.#entries.length > 2 * KEPT) this.#entries = this.#entries.slice(-KEPT);
		return logged;
	}

	list(): readonly LoggedRequest[] {
		return this.#entries;
	}

	clear(): void {
		this.#entries = [];
	}
}
