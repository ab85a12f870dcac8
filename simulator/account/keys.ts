import type { FastifyRequest } from 'fastify';

/** The Bearer token of a request, or null (specification, Authentication). */
export function bearerToken(request: FastifyRequest): string | null {
	return /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}
