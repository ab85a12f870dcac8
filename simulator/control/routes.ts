import type { FastifyInstance } from 'fastify';
import { refusal } from '../http/errorReplies.ts';
import { SimulatorError } from '../simulatorError.ts';
import type { SimulatorControl } from './interface.ts';
import { CONTROL_PATHS, CONTROL_ROOT } from './paths.ts';
import { CONTROL_SCHEMAS } from './schemas.ts';
import { refuseOtherSites, refuseRemote } from './strangers.ts';

/** Each method as a function of what came over HTTP; a POST body has passed the method's schema. */
type Handlers = { [Name in keyof SimulatorControl]: (input: Input) => Promise<unknown> };

interface Input {
	body: unknown;
	query: Record<string, string | undefined>;
}

const numberOf = (value: string | undefined): number | undefined => (value === undefined ? undefined : Number(value));

/** The body has passed the method's schema, which describes `Argument`. */
const post =
	<Argument>(call: (argument: Argument) => Promise<unknown>) =>
	({ body }: Input): Promise<unknown> =>
		call(body as Argument);

function handlersOf(control: SimulatorControl): Handlers {
	return {
		state: () => control.state(),
		reset: post(control.reset),
		clock: () => control.clock(),
		setClock: post(control.setClock),
		settings: () => control.settings(),
		configure: post(control.configure),
		clearLimits: () => control.clearLimits(),
		generateKey: () => control.generateKey(),
		revokeKey: post(control.revokeKey),
		addAssessment: post(control.addAssessment),
		addGroup: post(control.addGroup),
		addUser: post(control.addUser),
		addUsers: post(control.addUsers),
		users: ({ query }) =>
			control.users({
				offset: numberOf(query.offset),
				limit: numberOf(query.limit),
				search: query.search,
				newestFirst: query.newestFirst === 'true',
			}),
		user: ({ query }) => control.user(query),
		assign: post(control.assign),
		start: post(control.start),
		finish: post(control.finish),
		needsReview: post(control.needsReview),
		score: post(control.score),
		expire: post(control.expire),
		webhook: () => control.webhook(),
		registerWebhook: post(control.registerWebhook),
		deleteWebhook: () => control.deleteWebhook(),
		sendEvent: post(control.sendEvent),
		sendExample: () => control.sendExample(),
		deliveries: ({ query }) => control.deliveries({ after: numberOf(query.after), last: numberOf(query.last) }),
		redeliver: post(control.redeliver),
		idle: () => control.idle(),
		clearDeliveries: () => control.clearDeliveries(),
		inject: post(control.inject),
		faults: () => control.faults(),
		clearFaults: ({ query }) => control.clearFaults({ faultId: numberOf(query.faultId) }),
		createFile: post(control.createFile),
		requests: ({ query }) =>
			control.requests({ after: numberOf(query.after), endpoint: query.endpoint, last: numberOf(query.last) }),
		clearRequests: () => control.clearRequests(),
	};
}

/** The control methods over HTTP: JSON, no key, no limits, this machine only. 204 stands for no result and for null. */
export function addControlRoutes(app: FastifyInstance, control: SimulatorControl): void {
	const handlers = handlersOf(control);
	for (const name of Object.keys(handlers) as Array<keyof SimulatorControl>) {
		const { method, path } = CONTROL_PATHS[name];
		const schema = CONTROL_SCHEMAS[name];
		app.route<{ Querystring: Record<string, string | undefined> }>({
			method,
			url: `${CONTROL_ROOT}${path}`,
			onRequest: async (request, reply) => refuseRemote(request, reply) ?? refuseOtherSites(request, reply),
			// A call without an argument is a call with no options.
			preValidation: async (request) => {
				if (method === 'POST' && request.body === undefined) request.body = {};
			},
			...(schema ? { schema: { body: schema } } : {}),
			errorHandler: (error, _request, reply) => {
				const { status, message } = error instanceof SimulatorError ? error : refusal(error);
				return reply.code(status).send({ error: message });
			},
			handler: async ({ body, query }, reply) => {
				const result = await handlers[name]({ body, query });
				return result === undefined || result === null ? reply.code(204).send() : reply.send(result);
			},
		});
	}
}
