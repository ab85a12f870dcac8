import type { Random } from '../random.ts';
import type { LatencyRange } from '../settings.ts';

/**
 * A problem with a request that passed authorization and limits. With `after`, and with kinds that change the
 * response, the request is processed first. Otherwise, the service never processes it.
 */
export type Fault =
	| ({ kind: 'latency' } & LatencyRange)
	/** The connection breaks. */
	| { kind: 'cut'; after?: boolean }
	/** The service never responds. */
	| { kind: 'hang'; after?: boolean }
	/** Any status, for example from a gateway. Headers such as `Retry-After` go in `headers`. */
	| { kind: 'status'; status: number; after?: boolean; body?: string; headers?: Record<string, string> }
	/** A 200 response with this JSON value as its body. */
	| { kind: 'json'; json: unknown }
	/** A 200 response with an HTML page as its body. */
	| { kind: 'html' }
	/** The correct body, truncated in the middle, with a matching Content-Length. */
	| { kind: 'brokenJson' }
	/** Half of the body (or `bytes` of it) after a Content-Length for the full body. Then the connection closes. */
	| { kind: 'truncate'; bytes?: number }
	/** The body in chunks of `chunkBytes`, with a pause of `delayMs` after each. */
	| { kind: 'slowBody'; chunkBytes: number; delayMs: number };

export interface FaultMatch {
	method?: string;
	/** The path below the version segment, such as `/assign`. A trailing `*` matches any continuation. */
	path?: string;
}

export interface FaultInjection {
	match?: FaultMatch;
	fault: Fault;
	/** How many matching requests the fault affects. Default: 1. */
	times?: number | 'always';
	/** How many matching requests pass before the fault applies. */
	skip?: number;
	/** The fraction of matching requests that the fault affects, chosen by the seed. Default: 1. */
	probability?: number;
}

export interface ActiveFault extends FaultInjection {
	faultId: number;
	hits: number;
}

/** The kinds that determine the response. Latency is added to any of them. */
export type AnswerFault = Exclude<Fault, { kind: 'latency' }>;

type Endpoint = Required<FaultMatch>;

function matches({ method, path }: FaultMatch = {}, request: Endpoint): boolean {
	if (method !== undefined && method.toUpperCase() !== request.method) return false;
	if (path === undefined) return true;
	return path.endsWith('*') ? request.path.startsWith(path.slice(0, -1)) : request.path === path;
}

/** The active faults. The oldest one that matches a request applies. */
export class FaultBook {
	#faults: ActiveFault[] = [];
	#lastId = 0;

	inject(injection: FaultInjection): number {
		this.#faults.push({ ...injection, faultId: ++this.#lastId, hits: 0 });
		return this.#lastId;
	}

	list(): readonly ActiveFault[] {
		return this.#faults;
	}

	/** Removes one fault, or all faults. */
	clear(faultId?: number): void {
		this.#faults = this.#faults.filter((fault) => faultId !== undefined && fault.faultId !== faultId);
	}

	takeLatency(request: Endpoint, random: Random): LatencyRange | null {
		return this.#take((fault) => fault.kind === 'latency', request, random);
	}

	takeAnswerFault(request: Endpoint, random: Random): AnswerFault | null {
		return this.#take((fault) => fault.kind !== 'latency', request, random);
	}

	#take<Kind extends Fault>(is: (fault: Fault) => fault is Kind, request: Endpoint, random: Random): Kind | null {
		for (const active of this.#faults) {
			if (is(active.fault) && this.#strikes(active, request, random)) return active.fault;
		}
		return null;
	}

	#strikes(active: ActiveFault, request: Endpoint, random: Random): boolean {
		if (!matches(active.match, request)) return false;
		if (active.probability !== undefined && random.next() >= active.probability) return false;
		if (active.skip !== undefined && active.skip > 0) {
			active.skip--;
			return false;
		}
		active.hits++;
		const { times = 1 } = active;
		if (times !== 'always' && active.hits >= times) this.clear(active.faultId);
		return true;
	}
}
