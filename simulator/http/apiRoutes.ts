import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { strikeBefore } from '../faults/faultEffects.ts';
import { bodyIn, breachOf, type Operation, operationsOf } from '../document.ts';
import type { Handler } from '../routes/endpoint.ts';
import { HANDLERS } from '../routes/endpoints.ts';
import type { Service } from '../service.ts';
import { ServiceError, badRequest } from '../serviceError.ts';
import type { Settings } from '../settings.ts';
import { refusal, sendRefusal } from './errors.ts';
import { type ServiceVersion, VERSIONS } from '../versions.ts';

/** @throws ServiceError 401 for a missing, unknown or revoked key */
function authorize(request: FastifyRequest, { account }: Service): void {
	const [, key = ''] = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '') ?? [];
	if (account.apiKeys.get(key) !== 'active') {
		throw new ServiceError(401, 'The API key is missing, invalid or revoked.');
	}
}

/** @throws ServiceError 429 if a limit is exceeded */
function admit(reply: FastifyReply, { clock, settings, windows }: Service): void {
	const retryAfterMs = windows.take(clock.now(), settings);
	if (retryAfterMs === 0) return;
	const seconds = Math.ceil(retryAfterMs / 1000);
	if (settings.retryAfter === 'seconds') reply.header('Retry-After', String(seconds));
	if (settings.retryAfter === 'httpDate') {
		const at = Math.ceil((clock.now() + retryAfterMs) / 1000) * 1000;
		reply.header('Retry-After', new Date(at).toUTCString());
	}
	throw new ServiceError(429, 'The rate limit is exceeded. The request was not processed.');
}

const isJson = (contentType: string): boolean => /^application\/json *(;|$)/i.test(contentType.trim());

/** Refuses a query string, a content type other than JSON, and an unexpected body. */
function checkForm({ headers, method, url }: FastifyRequest, hasSchema: boolean, settings: Settings): void {
	if (url.includes('?')) throw badRequest('', 'No endpoint accepts query-string parameters.');
	const contentType = headers['content-type'];
	const needsType = hasSchema || (method === 'POST' && settings.exampleRequiresContentType);
	if (contentType === undefined ? needsType : method === 'POST' && !isJson(contentType)) {
		throw new ServiceError(415, 'The request needs Content-Type: application/json.');
	}
	const hasBody = Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;
	if (!hasSchema && hasBody) throw badRequest('', "The request can't have a body.");
}

/** Checks authorization, then limits and faults, then the request's form. After that, Fastify checks its body. */
async function enter(
	request: FastifyRequest,
	reply: FastifyReply,
	service: Service,
	{ body }: Operation,
): Promise<FastifyReply | undefined> {
	const { trace } = request;
	if (trace === null) throw new Error('A request to the service was not logged');
	authorize(request, service);
	admit(reply, service);
	const wanted = { method: request.method, path: trace.entry.endpoint ?? '' };
	const fault = service.faults.takeAnswerFault(wanted, service.chance);
	if (fault !== null) {
		trace.entry.fault = fault.kind;
		if (strikeBefore(fault, request, reply)) return reply;
		trace.fault = fault;
	}
	checkForm(request, body !== undefined, service.settings);
	return undefined;
}

function addEndpoint(app: FastifyInstance, service: Service, version: ServiceVersion, operation: Operation): void {
	const { body: schema, method, operationId, path, responses } = operation;
	const handle = HANDLERS[operationId] as Handler<never>;
	const hasProblemDetails = 'application/problem+json' in (responses['400'] ?? {});
	app.route<{ Params: { fileId?: string } }>({
		method,
		url: `/${version.segment}${path}`,
		config: { operation },
		...(schema ? { schema: { body: schema } } : {}),
		onRequest: (request, reply) => enter(request, reply, service, operation),
		errorHandler: (error, _request, reply) => sendRefusal(reply, refusal(error), service.settings, hasProblemDetails),
		handler: async (request, reply) => {
			const { trace, body } = request;
			if (trace === null) throw new Error('A request to the service was not logged');
			const fileId = request.params.fileId ?? '';
			const result = handle({ service, version, body, fileId });
			trace.entry.processed = true;
			reply.code(result.status);
			if ('file' in result) return reply.headers(result.headers).send(result.file);
			return reply.send('json' in result ? bodyIn(version, operation, result.json) : undefined);
		},
	});
}

/** Responds with 405 to every other method on a known path. */
function refuseOtherMethods(app: FastifyInstance, service: Service, url: string, allowed: readonly string[]): void {
	app.route({
		method: app.supportedMethods.filter((method) => !allowed.includes(method)),
		url,
		onRequest: async (request, reply) => {
			reply.header('Allow', allowed.join(', '));
			const message = `${request.method} is not allowed here.`;
			return sendRefusal(reply, new ServiceError(405, message), service.settings);
		},
		handler: () => undefined,
	});
}

/** Records what the document doesn't allow in a response, before a fault changes it. */
function checkAnswers(app: FastifyInstance, service: Service): void {
	app.addHook('onSend', async (request, reply, payload: unknown) => {
		const { operation } = request.routeOptions.config;
		if (operation === undefined || request.trace?.entry.fault !== null || service.account.hasOverrides) return;
		const contentType = String(reply.getHeader('content-type') ?? '');
		const body = typeof payload === 'string' ? payload : payload ? undefined : '';
		const sent = { status: reply.statusCode, contentType, body };
		const breach = breachOf(operation, sent, (schema) => request.compileValidationSchema(schema));
		if (breach !== null && !service.breaches.includes(breach)) service.breaches.push(breach);
	});
}

export function addApiRoutes(app: FastifyInstance, service: Service, checksAnswers: boolean): void {
	if (checksAnswers) checkAnswers(app, service);
	for (const version of VERSIONS) {
		const operations = operationsOf(version);
		for (const operation of operations) addEndpoint(app, service, version, operation);
		for (const [path, known] of Map.groupBy(operations, (operation) => operation.path)) {
			const methods = known.map(({ method }) => method);
			refuseOtherMethods(app, service, `/${version.segment}${path}`, methods);
		}
	}
}
