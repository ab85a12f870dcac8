import { afterAll, beforeAll, beforeEach, expect } from 'vitest';

import { startSimulator } from '../../../simulator/index.ts';
import type { LoggedRequest, Simulator, SimulatorControl, SimulatorOptions } from '../../../simulator/index.ts';
import type { CredentialsData } from './credentials.ts';
import { startPrism } from './prism.ts';
import { settingsOfReading } from './readings.ts';

export interface SimulatorUnderTest {
	readonly simulator: Simulator;
	/** With a key of this test's own, so that no test waits for the turns of another: the pacer knows accounts by key. */
	readonly credentials: CredentialsData;
	/** What reached the service in this test, oldest first. */
	readonly requests: () => Promise<LoggedRequest[]>;
}

/**
 * A simulator for the file (or the `describe`) it is called in, brought back to its seed before each test. It reads the specification as
 * the environment says (readings.ts).
 */
export function useSimulator(options: SimulatorOptions = {}): () => SimulatorUnderTest {
	let simulator: Simulator | undefined;
	let prism: Awaited<ReturnType<typeof startPrism>> | undefined;
	let apiKey = '';

	beforeAll(async () => {
		simulator = await startSimulator({
			limits: false,
			checkAnswers: true,
			...options,
			settings: { ...settingsOfReading(), ...options.settings },
		});
	});
	// In the weekly run, some of the tests go through Prism.
	if (process.env.PRISM !== undefined) {
		beforeAll(async () => {
			prism = await startPrism(simulator?.baseHost);
		});
		afterAll(async () => await prism?.stop());
	}
	beforeEach(async () => {
		await simulator?.control.reset();
		apiKey = (await simulator?.control.generateKey())?.apiKey ?? '';
	});
	afterAll(async () => {
		await simulator?.close();
		expect(simulator?.breaches).toEqual([]);
	});

	return () => {
		if (simulator === undefined) throw new Error('The simulator runs only inside tests and their hooks');
		const { control } = simulator;
		const { baseHost } = prism ?? simulator;
		return {
			simulator,
			credentials: { apiKey, baseHost, apiVersion: '2020q3' },
			requests: async () => await control.requests(),
		};
	};
}

/** The same in parts that can be taken out at the head of a file. */
export function useService() {
	const service = useSimulator();
	return {
		control: (): SimulatorControl => service().simulator.control,
		credentials: (): CredentialsData => service().credentials,
		requests: async (): Promise<LoggedRequest[]> => await service().requests(),
	};
}
