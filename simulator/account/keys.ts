import type { FastifyRequest } from 'fastify';
import type { Service } from '../service.ts';

/** The Bearer token of a request, or null (specification, Authentication). */
export function bearerToken(request: FastifyRequest): string | null {
	return /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}

/** Every key ever given out, of every account. */
export function knownKeys(service: Service): Map<string, 'active' | 'revoked'> {
	return new Map([...service.world.account.apiKeys, ...service.world.otherAccount.apiKeys]);
}

/** Replaces every API key in a text. */
export function redact(text: string, service: Service): string {
	return [...knownKeys(service).keys()].reduce((redacted, key) => redacted.replaceAll(key, '[API key]'), text);
}
