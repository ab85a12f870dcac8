import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createControl } from '../control/control.ts';
import type { Service } from '../service.ts';
import { SETTINGS_SCHEMAS } from '../settings.ts';
import { refusal } from './errors.ts';

/** The control surface's path, which doesn't depend on the base host's path. */
export const CONTROL_ROOT = '/_simulator';

const SETTINGS_BODY = { type: 'object', additionalProperties: false, properties: SETTINGS_SCHEMAS };

/** Refuses requests from other sites' pages. Otherwise, any page open in the browser could reset the simulator. */
async function refuseOtherSites({ headers }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
	const { 'sec-fetch-site': from = 'none' } = headers;
	if (from === 'none' || from === 'same-origin') return undefined;
	return reply.code(403).send({ error: "Pages from other sites can't use the control surface" });
}

/** Serves each method as a POST under its name, without an API key or limits. 204 means that there is no result. */
export function addControlRoutes(app: FastifyInstance, service: Service): void {
	const control: Readonly<Record<string, (input: never) => Promise<unknown>>> = createControl(service);
	for (const [name, run] of Object.entries(control)) {
		app.post(`${CONTROL_ROOT}/${name}`, {
			onRequest: refuseOtherSites,
			preValidation: async (request) => {
				request.body ??= {};
			},
			schema: { body: name === 'configure' ? SETTINGS_BODY : { type: 'object' } },
			errorHandler: (error, _request, reply) => {
				const { status, message } = refusal(error);
				return reply.code(status).send({ error: message });
			},
			handler: async (request, reply) => {
				const result = await run(Object(request.body) as never);
				return result === undefined || result === null ? reply.code(204).send() : reply.send(result);
			},
		});
	}
}
