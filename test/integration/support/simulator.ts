import { afterAll, beforeAll, beforeEach, expect } from 'vitest';

import { startSimulator } from '../../../simulator/index.ts';
import type { Fault, LoggedRequest, Simulator, SimulatorControl, SimulatorOptions } from '../../../simulator/index.ts';
import type { CredentialsData } from './credentials.ts';
import { settingsOfReading } from './readings.ts';
import { virtualTime, when } from './virtualTime.ts';

export function refusal(retryAfter: string): Fault {
	return { kind: 'status', status: 429, headers: { 'Retry-After': retryAfter } };
}

/**
 * A simulator for the file or `describe` that calls this function. It is reset to its seed before each test, and interprets the
 * specification as the environment says (readings.ts).
 */
export function useService(options: SimulatorOptions = {}) {
	let started: Simulator | undefined;
	let apiKey = '';

	function simulator(): Simulator {
		if (started === undefined) throw new Error('The simulator runs only inside tests and their hooks');
		return started;
	}

	beforeAll(async () => {
		// A busy machine can take longer than the service's five seconds.
		const settings = { limits: null, deliveryTimeoutMs: 60_000, ...settingsOfReading(), ...options.settings };
		started = await startSimulator({ checkAnswers: true, clock: virtualTime, ...options, settings });
	});
	beforeEach(async () => {
		await simulator().control.reset();
		({ apiKey } = await simulator().control.generateKey());
	});
	afterAll(async () => {
		await started?.close();
		expect(started?.breaches).toEqual([]);
	});

	const requests = async (endpoint?: string): Promise<LoggedRequest[]> =>
		await simulator().control.requests({ endpoint });

	return {
		simulator,
		control: (): SimulatorControl => simulator().control,
		/** Each test has its own key, because the pacer distinguishes accounts by key. Otherwise tests would wait for each other's turns. */
		credentials: (): CredentialsData => ({ apiKey, apiVersion: '2020q3', baseHost: simulator().baseHost }),
		/** The requests that the service, or one of its endpoints, received in this test, oldest first. */
		requests,
		/** Does something at the moment when the service has received so many requests. */
		onceReceived: async (count: number, work: () => unknown) =>
			await when(async () => expect((await requests()).length).toBeGreaterThanOrEqual(count), work),
	};
}
