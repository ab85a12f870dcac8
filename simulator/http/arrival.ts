import type { Account } from '../account/account.ts';
import type { AnswerFault } from '../faults/faults.ts';
import type { FastifyRequest } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import { bearerToken, knownKeys, redact } from '../account/keys.ts';
import type { Random } from '../random.ts';
import type { Service } from '../service.ts';
import type { LatencyRange } from '../settings.ts';
import type { LoggedRequest } from './requestLog.ts';
import { VERSIONS } from './versions.ts';

/** What the simulator knows of a request while it is under way. */
export interface Trace {
	entry: LoggedRequest;
	account: Account | null;
	/** A fault that changes the answer. */
	fault: AnswerFault | null;
	/** Rest of the latency, before the answer. */
	delayMs: number;
}

declare module 'fastify' {
	interface FastifyRequest {
		/** Null for what isn't part of the service, as the control routes. */
		trace: Trace | null;
	}
}

interface SplitAddress {
	path: string;
	query: string | null;
	/** The path below the version segment; null outside of every version. */
	endpoint: string | null;
}

/** Takes a request target apart. `pathPrefix` is the base host's path, e.g. `/assess`, or empty. */
function splitAddress(target: string, pathPrefix: string): SplitAddress {
	const mark = target.indexOf('?');
	const path = mark === -1 ? target : target.slice(0, mark);
	const query = mark === -1 ? null : target.slice(mark + 1);
	for (const version of VERSIONS) {
		const root = `${pathPrefix}/${version.segment}`;
		if (path.startsWith(`${root}/`)) return { path, query, endpoint: path.slice(root.length) };
	}
	return { path, query, endpoint: null };
}

/** The base host's path in the form `/a/b`, or empty. */
export function normalizePrefix(prefix = ''): string {
	const trimmed = prefix.replace(/^\/+|\/+$/g, '');
	return trimmed === '' ? '' : `/${trimmed}`;
}

function authorizationOf(request: FastifyRequest, service: Service): LoggedRequest['authorization'] {
	if (request.headers.authorization === undefined) return 'absent';
	const state = knownKeys(service).get(bearerToken(request) ?? '');
	return state === undefined ? 'unknown key' : `${state} key`;
}

function loggedHeaders(request: FastifyRequest, service: Service): Record<string, string> {
	const logged: Record<string, string> = {};
	for (const [name, value] of Object.entries(request.headers)) logged[name] = redact(String(value), service);
	if (logged.authorization !== undefined) logged.authorization = logged.authorization.replace(/^(Bearer).*/i, '$1 …');
	return logged;
}

function keyOutsideOfHeader(request: FastifyRequest, service: Service): boolean {
	const rest = JSON.stringify([request.url, { ...request.headers, authorization: undefined }]);
	return redact(rest, service) !== rest;
}

function draw({ minMs, maxMs }: LatencyRange, random: Random): number {
	return minMs + random.next() * (maxMs - minMs);
}

/** Waits the part of the latency that passes on the way to the service; returns the rest, in ms. */
async function travel(service: Service, method: string, { endpoint }: SplitAddress): Promise<number> {
	if (endpoint === null) return 0;
	const { chance, faults, settings } = service;
	const ranges = [settings.latency, faults.takeLatency({ method, path: endpoint }, chance)];
	const total = ranges.reduce((sum, range) => sum + (range === null ? 0 : draw(range, chance)), 0);
	if (total === 0) return 0;
	const there = total * (settings.latencySplit === 'even' ? 0.5 : chance.next());
	await sleep(there, undefined, { ref: false });
	return total - there;
}

/** Every request to the service begins here: it travels, and it is written down when it has arrived. */
export async function arrive(request: FastifyRequest, service: Service, pathPrefix: string): Promise<void> {
	const address = splitAddress(request.url, pathPrefix);
	const delayMs = await travel(service, request.method, address);
	const entry = service.requests.add({
		at: service.clock.now(),
		method: request.method,
		path: redact(address.path, service),
		endpoint: address.endpoint === null ? null : redact(address.endpoint, service),
		query: address.query === null ? null : redact(address.query, service),
		headers: loggedHeaders(request, service),
		authorization: authorizationOf(request, service),
		keyElsewhere: keyOutsideOfHeader(request, service),
		status: null,
		processed: false,
		fault: null,
	});
	request.trace = { entry, account: null, fault: null, delayMs };
}
