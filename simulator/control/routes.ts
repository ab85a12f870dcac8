import type { FastifyInstance } from 'fastify';
import { refusal } from '../http/errorReplies.ts';
import type { BodySchema } from '../http/schemas.ts';
import type { Service } from '../service.ts';
import { SimulatorError } from '../simulatorError.ts';
import { CONTROL_METHODS } from './control.ts';
import { CONTROL_ROOT } from './method.ts';
import { refuseOtherSites, refuseRemote } from './strangers.ts';

/** What a query string says, with the numbers and truth values that the schema speaks of. */
function typed(query: object, { properties }: BodySchema): object {
	const values = new Map<string, unknown>(Object.entries(query));
	for (const [name, value] of values) {
		const property = properties[name] ?? {};
		const type = 'type' in property ? property.type : 'string';
		if (type === 'integer') values.set(name, Number(value));
		if (type === 'boolean') values.set(name, value === 'true');
	}
	return Object.fromEntries(values);
}

/** The control methods over HTTP: JSON, no key, no limits, this machine only. 204 stands for no result and for null. */
export function addControlRoutes(app: FastifyInstance, service: Service): void {
	for (const method of Object.values(CONTROL_METHODS)) {
		const { http, path, schema } = method;
		app.route({
			method: http,
			url: `${CONTROL_ROOT}${path}`,
			onRequest: async (request, reply) => refuseRemote(request, reply) ?? refuseOtherSites(request, reply),
			preValidation: async (request) => {
				// A call without an argument is a call with no options.
				if (http === 'POST') request.body ??= {};
				else request.query = typed(Object(request.query) as object, schema);
			},
			schema: http === 'POST' ? { body: schema } : { querystring: schema },
			errorHandler: (error, _request, reply) => {
				const { status, message } = error instanceof SimulatorError ? error : refusal(error);
				return reply.code(status).send({ error: message });
			},
			handler: async ({ body, query }, reply) => {
				const result = await method.run(service, Object(http === 'POST' ? body : query) as object);
				return result === undefined || result === null ? reply.code(204).send() : reply.send(result);
			},
		});
	}
}
