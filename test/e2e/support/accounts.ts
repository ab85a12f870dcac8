import { afterAll, beforeAll } from 'vitest';

import { putCredentials } from '../../../playground/playground.ts';
import type { Playground } from '../../../playground/playground.ts';
import { startSimulator } from '../../../simulator/index.ts';

/** An account of the service, and what a node has as its `credentials` for it. */
export type Account = Pick<Playground, 'simulator' | 'credentials'>;

async function addAccount({ api }: Playground): Promise<Account> {
	const simulator = await startSimulator();
	return { simulator, credentials: await putCredentials(api, `Simulator ${simulator.port}`, simulator) };
}

/** So many accounts of one n8n, each at a service of its own. Call the function it gives inside tests. */
export function useAccounts(playground: () => Playground, count: number): () => readonly Account[] {
	const accounts: Account[] = [];
	beforeAll(async () => {
		for (let added = 0; added < count; added++) accounts.push(await addAccount(playground()));
	});
	afterAll(async () => {
		for (const { simulator } of accounts) await simulator.close();
	});
	return () => accounts;
}
