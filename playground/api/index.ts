import { chosenGeneration } from '../generation.ts';
import { credentialsApi } from './credentials.ts';
import { executionsApi } from './executions.ts';
import { nodeTypesApi } from './nodeTypes.ts';
import { createSession } from './session.ts';
import { workflowsApi } from './workflows.ts';

/** n8n's own REST interface, the one its editor uses, as far as the playground needs it. */
export type N8nApi = Awaited<ReturnType<typeof connect>>;

/** Signs in as the playground's owner, whose account is made at the first time. */
export async function connect(url: string) {
	const session = createSession(url);
	await session.signIn();
	const generation = chosenGeneration(process.env);
	const executions = executionsApi(session, generation);
	return {
		session,
		executions,
		credentials: credentialsApi(session, generation),
		nodeTypes: nodeTypesApi(session),
		workflows: workflowsApi(session, generation, executions),
	};
}
