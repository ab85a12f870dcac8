import type { Random } from '../random.ts';
import type { LatencyRange } from '../settings.ts';

/**
 * What can go wrong with a request that passed authorization and limits. With `after`, and in the kinds that change an
 * answer, the request is processed first; otherwise the service never carries it out.
 */
export type Fault =
	| ({ kind: 'latency' } & LatencyRange)
	/** The connection breaks. */
	| { kind: 'cut'; after?: boolean }
	/** No answer ever comes. */
	| { kind: 'hang'; after?: boolean }
	/** Any status, by a gateway for instance. Header `Retry-After` and others go in `headers`. */
	| { kind: 'status'; status: number; after?: boolean; body?: string; headers?: Record<string, string> }
	/** An answer of 200 with this JSON value as its body. */
	| { kind: 'json'; json: unknown }
	/** An answer of 200 with an HTML page as its body. */
	| { kind: 'html' }
	/** The right body, cut off in the middle, with a Content-Length that fits. */
	| { kind: 'brokenJson' }
	/** Half the body (or `bytes` of it) after a Content-Length for all of it, then the connection closes. */
	| { kind: 'truncate'; bytes?: number }
	/** The body in pieces of `chunkBytes`, each after `delayMs`. */
	| { kind: 'slowBody'; chunkBytes: number; delayMs: number };

export interface FaultMatch {
	method?: string;
	/** Below the version segment, e.g. `/assign`; with `*` at the end everything that begins so. */
	path?: string;
}

export interface FaultInjection {
	match?: FaultMatch;
	fault: Fault;
	/** How many matching requests it hits; 1 unless said otherwise. */
	times?: number | 'always';
	/** Matching requests that go unharmed first. */
	skip?: number;
	/** Share of the matching requests that it hits, drawn from the seed; 1 unless said otherwise. */
	probability?: number;
}

export interface ActiveFault extends FaultInjection {
	faultId: number;
	hits: number;
}

/** The kinds that decide the answer; latency comes on top. */
export type AnswerFault = Exclude<Fault, { kind: 'latency' }>;

type Endpoint = Required<FaultMatch>;

function matches({ method, path }: FaultMatch = {}, request: Endpoint): boolean {
	if (method !== undefined && method.toUpperCase() !== request.method) return false;
	if (path === undefined) return true;
	return path.endsWith('*') ? request.path.startsWith(path.slice(0, -1)) : request.path === path;
}

/** The faults that wait for requests; the oldest one that matches hits. */
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

	/** Removes one, or all. */
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
