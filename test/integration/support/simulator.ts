import { afterAll, beforeAll, beforeEach, expect } from 'vitest';

import { startSimulator } from '../../../simulator/index.ts';
import type { LoggedRequest, Simulator, SimulatorControl, SimulatorOptions } from '../../../simulator/index.ts';
import type { CredentialsData } from './credentials.ts';
import { startPrism } from './prism.ts';
import { settingsOfReading } from './readings.ts';

/**
 * A simulator for the file (or the `describe`) it is called in, brought back to its seed before each test. It reads the
 * specification as the environment says (readings.ts).
 */
export function useService(options: SimulatorOptions = {}) {
	let started: Simulator | undefined;
	let prism: Awaited<ReturnType<typeof startPrism>> | undefined;
	let apiKey = '';

	function simulator(): Simulator {
		if (started === undefined) throw new Error('The simulator runs only inside tests and their hooks');
		return started;
	}

	beforeAll(async () => {
		const settings = { ...settingsOfReading(), ...options.settings };
		started = await startSimulator({ limits: false, checkAnswers: true, ...options, settings });
		// In the weekly run, some of the tests go through Prism.
		if (process.env.PRISM !== undefined) prism = await startPrism(started.baseHost);
	});
	beforeEach(async () => {
		await simulator().control.reset();
		({ apiKey } = await simulator().control.generateKey());
	});
	afterAll(async () => {
		await prism?.stop();
		await started?.close();
		expect(started?.breaches).toEqual([]);
	});

	return {
		simulator,
		control: (): SimulatorControl => simulator().control,
		/** With a key for this test alone, so that no test waits for the turns of another: the pacer knows accounts by key. */
		credentials: (): CredentialsData => ({
			...{ apiKey, apiVersion: '2020q3' },
			baseHost: (prism ?? simulator()).baseHost,
		}),
		/** What reached the service in this test, or an endpoint of it, oldest first. */
		requests: async (endpoint?: string): Promise<LoggedRequest[]> => await simulator().control.requests({ endpoint }),
	};
}
