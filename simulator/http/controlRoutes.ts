import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createControl } from '../control/control.ts';
import type { Service } from '../service.ts';
import { SETTINGS_SCHEMAS } from '../settings.ts';
import { refusal } from './errors.ts';

/** Where the control surface lies, whatever path the base host has. */
export const CONTROL_ROOT = '/_simulator';

const SETTINGS_BODY = { type: 'object', additionalProperties: false, properties: SETTINGS_SCHEMAS };

/** Refuses the pages of other sites: any page that is open in the browser could reset the simulator otherwise. */
async function refuseOtherSites({ headers }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
	const { 'sec-fetch-site': from = 'none' } = headers;
	if (from === 'none' || from === 'same-origin') return undefined;
	return reply.code(403).send({ error: "The control surface doesn't serve the pages of other sites" });
}

/** Each method at its name over HTTP: POST with JSON, no key, no limits, this machine only. 204 stands for no result. */
export function addControlRoutes(app: FastifyInstance, service: Service): void {
	const control: Readonly<Record<string, (input: never) => Promise<unknown>>> = createControl(service);
	for (const [name, run] of Object.entries(control)) {
		app.post(`${CONTROL_ROOT}/${name}`, {
			onRequest: refuseOtherSites,
			preValidation: async (request) => {
				// A call without an argument is a call with no options.
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
