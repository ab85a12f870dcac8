import type { FastifyReply } from 'fastify';
import { errorArray, problemDetails, ServiceError, type ErrorItem } from './errors.ts';
import type { Settings } from '../settings.ts';

interface SchemaFault {
	keyword: string;
	instancePath: string;
	params: Record<string, unknown>;
	message?: string;
}

function itemOf({ instancePath, params, message = 'is invalid' }: SchemaFault): ErrorItem {
	const { missingProperty, additionalProperty } = params;
	const path = instancePath.slice(1).replaceAll('/', '.');
	if (typeof missingProperty === 'string')
		return { property: missingProperty, message: `${missingProperty} is required.` };
	if (typeof additionalProperty === 'string') {
		return { property: additionalProperty, message: `${additionalProperty} is not a field of this request.` };
	}
	return { property: path, message: `${path || 'The body'} ${message}.` };
}

/** What Fastify or a handler threw, as a refusal by the service. */
export function refusal(error: unknown): ServiceError {
	if (error instanceof ServiceError) return error;
	if (!(error instanceof Error)) return new ServiceError(500, [{ property: '', message: 'Unknown error' }]);
	if ('validation' in error && Array.isArray(error.validation)) {
		return new ServiceError(400, (error.validation as SchemaFault[]).map(itemOf));
	}
	const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
	return new ServiceError(status, [{ property: '', message: error.message }]);
}

function sendUnauthorized(reply: FastifyReply, { items }: ServiceError, settings: Settings): FastifyReply {
	reply.code(401).header('WWW-Authenticate', 'Bearer');
	switch (settings.unauthorizedBody) {
		case 'empty':
			return reply.send();
		case 'text':
			return reply.type('text/plain; charset=utf-8').send('Unauthorized');
		case 'html':
			return reply.type('text/html; charset=utf-8').send('<html><body><h1>401 Unauthorized</h1></body></html>');
		case 'errors':
			return reply.send(errorArray(401, items, settings));
	}
}

/** Answers a refusal in the shapes of the specification's Errors. */
export function sendRefusal(
	reply: FastifyReply,
	error: ServiceError,
	settings: Settings,
	withProblemDetails: boolean,
): FastifyReply {
	const { status, items } = error;
	if (status === 401) return sendUnauthorized(reply, error, settings);
	if (status === 400 && withProblemDetails) {
		const problem = problemDetails(status, items, settings);
		return reply.code(400).type('application/problem+json; charset=utf-8').send(JSON.stringify(problem));
	}
	return reply.code(status).send(errorArray(status, items, settings));
}
