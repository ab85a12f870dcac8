import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from './account.ts';
import { splitAddress, type SplitAddress } from './addresses.ts';
import { badRequest, ServiceError } from './errors.ts';
import type { LoggedRequest } from './requestLog.ts';
import type { Service } from './service.ts';
import { accountOfKey } from './world.ts';
import type { Random } from './random.ts';
import type { LatencyRange } from './settings.ts';

/** The Bearer token of a request, or null (specification, Authentication). */
function bearerToken(request: FastifyRequest): string | null {
	return /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}

function knownKeys(service: Service): Map<string, 'active' | 'revoked'> {
	return new Map([...service.world.account.apiKeys, ...service.world.otherAccount.apiKeys]);
}

function authorizationOf(request: FastifyRequest, service: Service): LoggedRequest['authorization'] {
	if (request.headers.authorization === undefined) return 'absent';
	const state = knownKeys(service).get(bearerToken(request) ?? '');
	return state === undefined ? 'unknown key' : `${state} key`;
}

/** Replaces every API key in a text. */
export function redact(text: string, service: Service): string {
	return [...knownKeys(service).keys()].reduce((redacted, key) => redacted.replaceAll(key, '[API key]'), text);
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

/** @throws ServiceError 401 for a missing, unknown or revoked key */
export function authorize(request: FastifyRequest, service: Service): Account {
	const key = bearerToken(request);
	const account = key === null ? null : accountOfKey(service.world, key);
	if (account === null) {
		throw new ServiceError(401, [{ property: '', message: 'The API key is missing, invalid or revoked.' }]);
	}
	return account;
}

/** @throws ServiceError 429 when the account is over a limit */
export function admit(account: Account, reply: FastifyReply, service: Service): void {
	const decision = service.admit(account);
	if (decision.accepted) return;
	const { clock, settings } = service;
	const seconds = Math.ceil(decision.retryAfterMs / 1000);
	if (settings.retryAfter === 'seconds') reply.header('Retry-After', String(seconds));
	if (settings.retryAfter === 'httpDate') {
		const at = Math.ceil((clock.now() + decision.retryAfterMs) / 1000) * 1000;
		reply.header('Retry-After', new Date(at).toUTCString());
	}
	throw new ServiceError(429, [
		{ property: '', message: 'The rate limit is exceeded. The request was not processed.' },
	]);
}

const isJson = (contentType: string): boolean => /^application\/json *(;|$)/i.test(contentType.trim());

/**
 * Refuses what no endpoint accepts: a query string, and another content type than JSON.
 * @param needsBody whether the endpoint has a JSON body
 */
export function checkForm(request: FastifyRequest, needsBody: boolean): void {
	if (request.url.includes('?')) throw badRequest('', 'No endpoint accepts query-string parameters.');
	const contentType = request.headers['content-type'];
	const wrong = contentType === undefined ? needsBody : request.method === 'POST' && !isJson(contentType);
	if (wrong) {
		throw new ServiceError(415, [{ property: '', message: 'The request needs Content-Type: application/json.' }]);
	}
	const hasBody =
		Number(request.headers['content-length'] ?? 0) > 0 || request.headers['transfer-encoding'] !== undefined;
	if (!needsBody && hasBody) throw badRequest('', 'The request takes no payload.');
}
