import type { INodeParameters } from 'n8n-workflow';
import { expect } from 'vitest';

import type { Delivery, SimulatorControl, WebhookState } from '../../../../simulator/index.ts';
import type { CredentialsData } from '../../support/credentials.ts';
import { useService } from '../../support/simulator.ts';
import { when } from '../../support/virtualTime.ts';
import { trigger as triggerOf } from './trigger.ts';

/** The `data` of a user-assessment-scored event. */
export const SCORED = {
	userId: '5f0c6f2e-9a1b-4c55-8a6e-1d2e3f405162',
	scoreReports: [{ userAssessmentId: '7d1e0000-0000-4000-8000-000000000001', status: 'Completed', score: 7.5 }],
};

export const SCORED_EVENT = { event: 'user-assessment-scored', data: SCORED };

/** The URL of a webhook that isn't ours. */
export const FOREIGN = 'https://elsewhere.example.com/hooks/assessment';

/** An account of the service for the test file, and triggers that use it. */
export function useAccount() {
	const service = useService();
	const { control, credentials, requests } = service;

	const trigger = async (parameters: INodeParameters = {}, others: Partial<CredentialsData> = {}) =>
		await triggerOf({ ...credentials(), ...others }, parameters);

	/** A trigger whose workflow was published. */
	async function published(...given: Parameters<typeof trigger>) {
		const node = await trigger(...given);
		await node.activate();
		return node;
	}

	/** The method and path of every request that changed something, optionally including reads. */
	async function changes({ andReads = false } = {}): Promise<string[]> {
		const sent = (await requests()).filter(({ method }) => andReads || method !== 'GET');
		return sent.map(({ method, endpoint }) => `${method} ${endpoint}`);
	}

	/** Registers another system's webhook as soon as the first request with this method has arrived. */
	async function overtake(method: 'POST' | 'DELETE'): Promise<WebhookState | undefined> {
		const isReceived = async () => expect(await changes()).toContain(`${method} /webhook`);
		return await when(isReceived, async () => await control().registerWebhook({ url: FOREIGN }));
	}

	const registeredUrl = async () => (await control().webhook())?.url;

	async function answered(deliveryId: number | null): Promise<Delivery> {
		await control().idle();
		const delivery = (await control().deliveries()).find((candidate) => candidate.deliveryId === deliveryId);
		if (delivery === undefined) throw new Error(`No delivery ${deliveryId}`);
		return delivery;
	}

	/** Sends an event to the registered webhook and waits for the response. */
	async function send(event: Parameters<SimulatorControl['sendEvent']>[0] = SCORED_EVENT): Promise<Delivery> {
		return await answered((await control().sendEvent(event)).deliveryId);
	}

	return { ...service, trigger, published, changes, overtake, registeredUrl, answered, send };
}
