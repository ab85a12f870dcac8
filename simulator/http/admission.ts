import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../account/account.ts';
import { badRequest, ServiceError } from './errors.ts';
import { bearerToken } from '../account/keys.ts';
import type { Service } from '../service.ts';
import { accountOfKey } from '../account/world.ts';

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
