import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type Clock, SimulatorClock } from './clock.ts';
import { createControl } from './control/control.ts';
import { addPages } from './http/pageRoutes.ts';
import { createServer } from './http/server.ts';
import { Service } from './service.ts';
import type { Settings } from './settings.ts';
import { type WebhookState, restore } from './webhook/events.ts';

export type { Clock } from './clock.ts';
export type { SimulatorControl } from './control/control.ts';
export type * from './control/interface.ts';
export type { SimulatorState } from './control/environment.ts';
export type { ControlledUser } from './control/people.ts';
export type { Delivery } from './webhook/deliveries.ts';
export type { WebhookState } from './webhook/events.ts';
export type { Fault } from './faults/faults.ts';
export type { LoggedRequest } from './requestLog.ts';
export type { Assignment, ScoreReport, User } from '../specification/types.d.ts';
export type { Settings } from './settings.ts';

export interface SimulatorOptions {
	/** 0 (the default) picks any free port. */
	port?: number;
	/** Determines everything that looks random. Default: 1. */
	seed?: number | string;
	/** Default: real time. Control methods can move it in either direction. */
	clock?: Clock;
	/** Whether to serve pages for people, and the document at /openapi.yaml. */
	pages?: boolean;
	/** Whether to start without users, except for the administrator. */
	empty?: boolean;
	/** A webhook that is registered from the start, as left by an earlier run. */
	webhook?: WebhookState;
	/** Settings that differ from the defaults. */
	settings?: Partial<Settings>;
	/** Whether to check every response against specification/openapi.yaml (see `breaches`). */
	checkAnswers?: boolean;
}

export type Simulator = Awaited<ReturnType<typeof startSimulator>>;

/** Starts the service on this machine. Rejects with EADDRINUSE if the port is in use. */
export async function startSimulator(options: SimulatorOptions = {}) {
	const { port: wantedPort = 0, seed = 1, clock = { now: () => Date.now() }, settings = {} } = options;
	const service = new Service({
		clock: new SimulatorClock(clock),
		seed,
		empty: options.empty ?? false,
		settings,
	});
	if (options.webhook !== undefined) restore(service.account, options.webhook);
	const control = createControl(service);
	const app = createServer(service, options.checkAnswers);
	if (options.pages === true) await addPages(app, service);
	await app.listen({ port: wantedPort, host: '127.0.0.1' });
	const { port } = app.server.address() as AddressInfo;
	service.baseHost = `http://127.0.0.1:${port}`;
	const [apiKey = ''] = service.account.apiKeys.keys();
	return {
		/** {base_host}: the URL without the version segment. */
		baseHost: service.baseHost,
		port,
		apiKey,
		control,
		/** With `checkAnswers`, what the document didn't allow in the responses so far. */
		breaches: service.breaches,
		/** Breaks open connections and refuses new ones until `resume`, as a server that is being restarted. Everything else is kept. */
		async suspend(): Promise<void> {
			const closed = once(app.server, 'close');
			app.server.close();
			app.server.closeAllConnections();
			await closed;
		},
		async resume(): Promise<void> {
			await once(app.server.listen(port, '127.0.0.1'), 'listening');
		},
		/** Closes open connections and frees the port. */
		close: async (): Promise<void> => {
			await service.deliveries.close();
			await app.close();
		},
	};
}
