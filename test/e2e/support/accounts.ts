import { afterAll } from 'vitest';

import { putCredentials } from '../../../playground/playground.ts';
import type { Playground } from '../../../playground/playground.ts';
import { startSimulator } from '../../../simulator/index.ts';
import type { Simulator } from '../../../simulator/index.ts';

/** Creates more accounts for one n8n. Each call returns the same n8n, with the service and credentials of a new account. */
export function useAccounts(playground: () => Playground): () => Promise<Playground> {
	const simulators: Simulator[] = [];
	afterAll(async () => {
		for (const simulator of simulators) await simulator.close();
	});
	return async () => {
		const simulator = await startSimulator();
		simulators.push(simulator);
		const credentials = await putCredentials(playground().api, `Simulator ${simulator.port}`, simulator);
		return { ...playground(), simulator, credentials };
	};
}
