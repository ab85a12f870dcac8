import type { IncomingHttpHeaders } from 'node:http';

/** One request as it arrived and what became of it. */
export interface LoggedRequest {
	requestId: number;
	/** When it arrived, in ms by the simulator's clock. */
	at: number;
	method: string;
	/** With the query string. */
	path: string;
	/** The path below the version segment; null for addresses outside of every version. */
	endpoint: string | null;
	headers: IncomingHttpHeaders;
	/** Parsed JSON; absent without it. */
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
	entries: LoggedRequest[] = [];
	#lastId = 0;

	add(entry: Omit<LoggedRequest, 'requestId'>): LoggedRequest {
		const logged = { requestId: ++this.#lastId, ...entry };
		this.entries.push(logged);
		if (this.entries.length > 2 * KEPT) this.entries = this.entries.slice(-KEPT);
		return logged;
	}
}
