import type { Payload } from '../faults/faultEffects.ts';
import { FORMATS } from './formats.ts';
import type { Service } from '../service.ts';
import { ServiceError, badRequest } from '../serviceError.ts';
import { addApiRoutes } from './apiRoutes.ts';
import { arrive, depart } from './arrival.ts';
import { addControlRoutes } from './controlRoutes.ts';
import { refusal, sendRefusal } from './errors.ts';
import { isPartOfService } from './pageRoutes.ts';
import { addSignInPages } from './signInPages.ts';

import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';

const BODY_LIMIT = 16 * 1024 * 1024;

const wrongUrl = (): ServiceError => new ServiceError(404, 'There is nothing at this url.');

/** JSON is the only content type (415 for others). */
function parseJsonBodies(app: FastifyInstance): void {
	app.removeAllContentTypeParsers();
	app.addContentTypeParser(
		'application/json',
		{ parseAs: 'buffer' },
		async (request: FastifyRequest, bytes: Buffer) => {
			const text = decoded(bytes);
			if (text === '') return undefined;
			const body = parsed(text);
			if (request.trace) request.trace.entry.body = body;
			return body;
		},
	);
}

/** @throws ServiceError 400 for what is no UTF-8 */
function decoded(bytes: Buffer): string {
	try {
		return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch {
		throw badRequest('', 'The body is not valid UTF-8.');
	}
}

/** @throws ServiceError 400 */
function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		throw badRequest('', 'The body is not valid JSON.');
	}
}

export function createServer(service: Service): FastifyInstance {
	const app = Fastify({
		bodyLimit: BODY_LIMIT,
		exposeHeadRoutes: false,
		forceCloseConnections: true,
		return503OnClosing: false,
		routerOptions: { maxParamLength: 500 },
		ajv: {
			customOptions: {
				removeAdditional: false,
				coerceTypes: false,
				useDefaults: false,
				allErrors: true,
				// The document's own keywords are none of JSON Schema's.
				strict: false,
			},
			// After Fastify's own formats, some of which are laxer.
			onCreate: (ajv) => {
				for (const [name, isValid] of Object.entries(FORMATS)) ajv.addFormat(name, isValid);
			},
		},
		frameworkErrors: (_error, _request, reply) => sendRefusal(reply, wrongUrl(), service.settings),
	});
	parseJsonBodies(app);
	app.decorateRequest('trace', null);
	app.addHook('onRequest', async (request, reply) => {
		if (!isPartOfService(request)) return;
		await arrive(request, service);
		// Before its body is read: whatever that is, the url is wrong.
		if (request.is404) return sendRefusal(reply, wrongUrl(), service.settings);
	});
	app.setErrorHandler((error, _request, reply) => sendRefusal(reply, refusal(error), service.settings));
	app.setNotFoundHandler((_request, reply) => sendRefusal(reply, wrongUrl(), service.settings));
	addApiRoutes(app, service);
	app.addHook('onSend', async (request, reply, payload: Payload) =>
		request.trace === null ? payload : depart(request.trace, request, reply, payload),
	);
	addSignInPages(app, service);
	addControlRoutes(app, service);
	return app;
}
