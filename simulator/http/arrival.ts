import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Operation } from '../document.ts';
import { type Payload, strikeAfter } from '../faults/faultEffects.ts';
import type { AnswerFault } from '../faults/faults.ts';
import type { LoggedRequest } from '../requestLog.ts';
import type { Service } from '../service.ts';
import { VERSIONS } from '../versions.ts';

/** What the simulator knows about a request in progress. */
export interface Trace {
	entry: LoggedRequest;
	/** A fault that changes the response. */
	fault: AnswerFault | null;
	/** The remaining latency, before the response. */
	delayMs: number;
	/** Waits before the service sends more. */
	pause: (ms: number) => Promise<void>;
}

declare module 'fastify' {
	interface FastifyRequest {
		/** Null for requests outside the service, such as control routes. */
		trace: Trace | null;
	}
	interface FastifyContextConfig {
		/** Only set for requests to the service. */
		operation?: Operation;
	}
}

/** The path below the version segment; null if the path doesn't begin with a version. */
function endpointOf(url: string): string | null {
	const [path = ''] = url.split('?');
	const version = VERSIONS.find(({ segment }) => path.startsWith(`/${segment}/`));
	return version === undefined ? null : path.slice(version.segment.length + 1);
}

/** Waits for the part of the latency before the request arrives. Returns the remaining latency, in ms. */
async function travel(service: Service, method: string, path: string, pause: Trace['pause']): Promise<number> {
	const { chance, faults, settings } = service;
	const ranges = [settings.latency, faults.takeLatency({ method, path }, chance)];
	let total = 0;
	for (const range of ranges) if (range !== null) total += range.minMs + chance.next() * (range.maxMs - range.minMs);
	if (total === 0) return 0;
	const there = total * (settings.latencySplit === 'even' ? 0.5 : chance.next());
	await pause(there);
	return total - there;
}

/** The start of every request to the service: waits for the latency and logs the request on arrival. */
export async function arrive(request: FastifyRequest, service: Service): Promise<void> {
	const { headers, method, url: path } = request;
	const endpoint = endpointOf(path);
	const pause = async (ms: number) => await service.clock.pause(ms, request.raw.socket);
	const delayMs = endpoint === null ? 0 : await travel(service, method, endpoint, pause);
	const arrived = { at: service.clock.now(), method, path, endpoint, headers };
	const entry = service.requests.add({ ...arrived, status: null, processed: false, fault: null });
	request.trace = { entry, fault: null, delayMs, pause };
}

/** Waits for the remaining latency, applies the fault and logs the response. */
export async function depart({ trace, raw }: FastifyRequest, reply: FastifyReply, payload: Payload): Promise<Payload> {
	if (trace === null) return payload;
	const { delayMs, entry, fault, pause } = trace;
	if (delayMs > 0) await pause(delayMs);
	const sent = fault === null ? payload : await strikeAfter(fault, reply, payload);
	const isCut = fault?.kind === 'cut' || fault?.kind === 'hang' || raw.socket.destroyed;
	if (!isCut) entry.status = reply.statusCode;
	return sent;
}
