import { CONTROL_PATHS, CONTROL_ROOT } from './control/paths.ts';
import type * as control from './control/interface.ts';
import type { SimulatorControl } from './control/interface.ts';
import type { Delivery } from './webhook/deliveries.ts';
import type { ActiveFault, FaultInjection } from './faults/faults.ts';
import type { LoggedRequest } from './http/requestLog.ts';
import type { ScoreReport } from './resources/resources.ts';
import type { Settings } from './settings.ts';

/** Drives a simulator in another process over its HTTP control routes. */
export class SimulatorClient implements SimulatorControl {
	readonly #origin: string;

	/** @param address any address of the simulator, e.g. its base host */
	constructor(address: string) {
		this.#origin = new URL(address).origin;
	}

	/** What comes back is what the route's control method returned: the same code base on the other side. */
	async #call<Result>(name: keyof SimulatorControl, input: object = {}): Promise<Result> {
		const { method, path } = CONTROL_PATHS[name];
		const url = new URL(`${this.#origin}${CONTROL_ROOT}${path}`);
		if (method !== 'POST') {
			for (const [key, value] of Object.entries(input))
				if (value !== undefined) url.searchParams.set(key, String(value));
		}
		const response = await fetch(url, {
			method,
			...(method === 'POST' ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(input) } : {}),
		});
		const text = await response.text();
		if (!response.ok) throw new Error(`Simulator control '${name}' answered ${response.status}: ${text}`);
		return (text === '' ? null : JSON.parse(text)) as Result;
	}

	state = (): Promise<control.SimulatorState> => this.#call('state');
	reset = (options?: { empty?: boolean }): Promise<void> => this.#call('reset', options);

	clock = (): Promise<control.ClockState> => this.#call('clock');
	setClock = (change: control.ClockChange): Promise<control.ClockState> => this.#call('setClock', change);
	settings = (): Promise<Settings> => this.#call('settings');
	configure = (changes: Partial<Settings>): Promise<Settings> => this.#call('configure', changes);
	clearLimits = (): Promise<void> => this.#call('clearLimits');

	generateKey = (): Promise<{ apiKey: string }> => this.#call('generateKey');
	revokeKey = (options?: { apiKey?: string }): Promise<void> => this.#call('revokeKey', options);

	addAssessment = (
		assessment: Parameters<SimulatorControl['addAssessment']>[0],
	): Promise<control.ControlledAssessment> => this.#call('addAssessment', assessment);
	addGroup = (group: { name: string }): Promise<{ groupId: string; name: string }> => this.#call('addGroup', group);
	addUser = (user: control.NewUser): Promise<control.ControlledUser> => this.#call('addUser', user);
	addUsers = (users: control.NewUsers): Promise<{ userIds: string[]; userAssessmentIds: string[] }> =>
		this.#call('addUsers', users);
	users = (page?: control.UserPage): Promise<control.ControlledUser[]> => this.#call('users', page);
	user = (identity: Parameters<SimulatorControl['user']>[0]): Promise<control.ControlledUser> =>
		this.#call('user', identity);

	assign = (assignment: control.NewAssignment): Promise<ScoreReport> => this.#call('assign', assignment);
	start = (step: control.Step): Promise<ScoreReport> => this.#call('start', step);
	finish = (step: control.Step): Promise<ScoreReport> => this.#call('finish', step);
	needsReview = (step: control.Step): Promise<ScoreReport> => this.#call('needsReview', step);
	score = (scoring: control.Scoring): Promise<control.Scored> => this.#call('score', scoring);
	expire = (step: control.Step): ReturnType<SimulatorControl['expire']> => this.#call('expire', step);

	webhook = (): Promise<control.WebhookState | null> => this.#call('webhook');
	registerWebhook = (registration: {
		url: string;
		version?: string;
		signed?: boolean;
	}): Promise<control.WebhookState> => this.#call('registerWebhook', registration);
	deleteWebhook = (): Promise<void> => this.#call('deleteWebhook');
	sendEvent = (event: control.CustomEvent): Promise<{ deliveryId: number | null }> => this.#call('sendEvent', event);
	sendExample = (): Promise<{ deliveryId: number | null }> => this.#call('sendExample');
	deliveries = (filter?: Parameters<SimulatorControl['deliveries']>[0]): Promise<Delivery[]> =>
		this.#call('deliveries', filter);
	redeliver = (redelivery: Parameters<SimulatorControl['redeliver']>[0]): Promise<{ deliveryId: number }> =>
		this.#call('redeliver', redelivery);
	idle = (): Promise<void> => this.#call('idle');
	clearDeliveries = (): Promise<void> => this.#call('clearDeliveries');

	inject = (injection: FaultInjection): Promise<{ faultId: number }> => this.#call('inject', injection);
	faults = (): Promise<ActiveFault[]> => this.#call('faults');
	clearFaults = (options?: { faultId?: number }): Promise<void> => this.#call('clearFaults', options);

	createFile = (file: control.NewFile): Promise<control.CreatedFile> => this.#call('createFile', file);

	requests = (filter?: Parameters<SimulatorControl['requests']>[0]): Promise<LoggedRequest[]> =>
		this.#call('requests', filter);
	clearRequests = (): Promise<void> => this.#call('clearRequests');
}
