import { chosenGeneration } from '../generation.ts';
import { credentialsApi } from './credentials.ts';
import type { CredentialsApi } from './credentials.ts';
import { executionsApi } from './executions.ts';
import type { ExecutionsApi } from './executions.ts';
import { nodeTypesApi } from './nodeTypes.ts';
import type { NodeTypesApi } from './nodeTypes.ts';
import { createSession } from './session.ts';
import type { Session } from './session.ts';
import { workflowsApi } from './workflows.ts';
import type { WorkflowsApi } from './workflows.ts';

/** n8n's own REST interface, the one its editor uses, as far as the playground needs it. */
export interface N8nApi {
	readonly session: Session;
	readonly credentials: CredentialsApi;
	readonly executions: ExecutionsApi;
	readonly nodeTypes: NodeTypesApi;
	readonly workflows: WorkflowsApi;
}

/** Signs in as the playground's owner, whose account is made at the first time. */
export async function connect(url: string): Promise<N8nApi> {
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
