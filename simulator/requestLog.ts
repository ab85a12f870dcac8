import type { IncomingHttpHeaders } from 'node:http';

/** A request as it arrived and its outcome. */
export interface LoggedRequest {
	requestId: number;
	/** When the request arrived, in ms by the simulator's clock. */
	at: number;
	method: string;
	/** Includes the query string. */
	path: string;
	/** The path below the version segment; null if the path doesn't begin with a version. */
	endpoint: string | null;
	headers: IncomingHttpHeaders;
	/** Parsed JSON. Absent if the body isn't JSON. */
	body?: unknown;
	/** Null if no response was sent. */
	status: number | null;
	/** Whether the service processed the request. */
	processed: boolean;
	/** The kind of the injected fault that affected the request. */
	fault: string | null;
}

/** When the log has twice as many requests, only this many of the newest are kept. */
const KEPT = 20_000;

/** The most recent requests, oldest first. */
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
