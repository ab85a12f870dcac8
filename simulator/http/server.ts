import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { isUtf8 } from 'node:buffer';
import { parseInstant } from '../timestamps.ts';
import type { Service } from '../service.ts';
import { ServiceError, badRequest } from '../serviceError.ts';
import { addApiRoutes } from './apiRoutes.ts';
import { arrive, depart } from './arrival.ts';
import { addControlRoutes } from './controlRoutes.ts';
import { refusal, sendRefusal } from './errors.ts';
import { isPartOfService } from './pageRoutes.ts';
import { addSignInPages } from './signInPages.ts';

const BODY_LIMIT = 16 * 1024 * 1024;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const ABSOLUTE_URL = /^[a-z][a-z0-9+.-]*:\/\/[^/\s]\S*$/i;

const wrongUrl = (): ServiceError => new ServiceError(404, 'There is nothing at this URL.');

/** JSON is the only content type. All others get a 415. */
function parseJsonBodies(app: FastifyInstance): void {
	app.removeAllContentTypeParsers();
	const parse = async ({ trace }: FastifyRequest, bytes: Buffer): Promise<unknown> => {
		if (bytes.length === 0) return undefined;
		const body = parsed(bytes);
		if (trace) trace.entry.body = body;
		return body;
	};
	app.addContentTypeParser('application/json', { parseAs: 'buffer' }, parse);
}

/** @throws ServiceError 400 */
function parsed(bytes: Buffer): unknown {
	if (!isUtf8(bytes)) throw badRequest('', 'The body is not valid UTF-8.');
	try {
		return JSON.parse(bytes.toString());
	} catch {
		throw badRequest('', 'The body is not valid JSON.');
	}
}

export function createServer(service: Service, checksAnswers = false): FastifyInstance {
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
				// The document's own keywords aren't part of JSON Schema.
				strict: false,
			},
			// The document's formats replace Fastify's own, some of which are less strict.
			onCreate: (ajv) => {
				ajv.addFormat('uuid', UUID);
				ajv.addFormat('iso-8601', (text: string) => parseInstant(text) !== null);
				ajv.addFormat('uri', (text: string) => ABSOLUTE_URL.test(text) && URL.canParse(text));
			},
		},
		frameworkErrors: (_error, _request, reply) => sendRefusal(reply, wrongUrl(), service.settings),
	});
	parseJsonBodies(app);
	app.decorateRequest('trace', null);
	app.addHook('onRequest', async (request, reply) => {
		if (!isPartOfService(request)) return;
		await arrive(request, service);
		// Node.js would send the machine's time.
		reply.header('Date', new Date(service.clock.now()).toUTCString());
		// Refused before the body is read, because the URL is wrong whatever the body is.
		if (request.is404) return sendRefusal(reply, wrongUrl(), service.settings);
	});
	app.setErrorHandler((error, _request, reply) => sendRefusal(reply, refusal(error), service.settings));
	app.setNotFoundHandler((_request, reply) => sendRefusal(reply, wrongUrl(), service.settings));
	addApiRoutes(app, service, checksAnswers);
	// Hooks run in this order: the API routes check a response against the specification before a fault changes it.
	app.addHook('onSend', depart);
	addSignInPages(app, service);
	addControlRoutes(app, service);
	return app;
}
