import { chosenGeneration } from '../generation.ts';
import { credentialsApi } from './credentials.ts';
import { executionsApi } from './executions.ts';
import type { JsonObject } from './json.ts';
import { createSession } from './session.ts';
import { workflowsApi } from './workflows.ts';

/** The parts that the playground needs of the REST interface that n8n's editor uses. */
export type N8nApi = Awaited<ReturnType<typeof connect>>;

/** Signs in as the playground's owner. The first call creates the owner's account. */
export async function connect(url: string) {
	const session = createSession(url);
	await session.signIn();
	const generation = chosenGeneration(process.env);
	const executions = executionsApi(session, generation);
	return {
		session,
		executions,
		credentials: credentialsApi(session, generation),
		nodeTypes: {
			/** The descriptions of all node types whose full name has this prefix, as the editor gets them. */
			async startingWith(prefix: string): Promise<JsonObject[]> {
				const types = (await (await session.fetch('/types/nodes.json')).json()) as JsonObject[];
				return types.filter(({ name }) => String(name).startsWith(prefix));
			},
		},
		workflows: workflowsApi(session, generation, executions),
	};
}
