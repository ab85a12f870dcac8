import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

import type { Workflow, WorkflowNode } from '../api/workflows.ts';
import { packageName } from '../communityPackage.ts';
import { repositoryRoot } from '../paths.ts';

/** The names of the workflow files in `examples/`, without `.json`. */
export async function exampleNames(): Promise<string[]> {
	const files = await readdir(join(repositoryRoot, 'examples'));
	return files.filter((file) => file.endsWith('.json')).map((file) => basename(file, '.json'));
}

/** Reads a workflow from a file of the repository. */
export const readWorkflow = async (file: string): Promise<Workflow> =>
	JSON.parse(await readFile(join(repositoryRoot, file), 'utf8')) as Workflow;

/** Reads a workflow in `examples/`, by its file's name without `.json`. */
export const readExample = async (name: string): Promise<Workflow> => await readWorkflow(`examples/${name}.json`);

const credentialsOfNodeType: Readonly<Record<string, string>> = {
	[`${packageName}.enterpriseAssessment`]: 'enterpriseAssessmentApi',
	[`${packageName}.enterpriseAssessmentTrigger`]: 'enterpriseAssessmentApi',
	[`${packageName}.enterpriseAssessmentPollTrigger`]: 'enterpriseAssessmentApi',
	'n8n-nodes-base.emailSend': 'smtp',
	'n8n-nodes-base.gmail': 'gmailOAuth2',
	'n8n-nodes-base.googleDrive': 'googleDriveOAuth2Api',
	'n8n-nodes-base.googleSheets': 'googleSheetsOAuth2Api',
	'n8n-nodes-base.hubspot': 'hubspotAppToken',
	'n8n-nodes-base.n8n': 'n8nApi',
	'n8n-nodes-base.slack': 'slackApi',
};

/** The type of the credentials that a node needs; undefined if it doesn't need any. */
function credentialsTypeOf({ type, parameters }: WorkflowNode): string | undefined {
	if (parameters.authentication === 'predefinedCredentialType') return String(parameters.nodeCredentialType);
	if (parameters.authentication === 'genericCredentialType') return String(parameters.genericAuthType);
	if (parameters.authentication === 'basicAuth') return 'httpBasicAuth';
	if (parameters.authentication === 'headerAuth') return 'httpHeaderAuth';
	return credentialsOfNodeType[type];
}

/** n8n's editor assigns a new webhook URL to nodes of these types on import. */
const withWebhookId = [
	`${packageName}.enterpriseAssessmentTrigger`,
	'n8n-nodes-base.form',
	'n8n-nodes-base.formTrigger',
	'n8n-nodes-base.webhook',
];

/** An imported workflow with these credentials selected wherever a node needs their type. */
export function fillIn(workflow: Workflow, credentials: NonNullable<WorkflowNode['credentials']>): Workflow {
	const nodes = workflow.nodes.map((node) => {
		const type = credentialsTypeOf(node) ?? '';
		const chosen = credentials[type];
		const webhookId = withWebhookId.includes(node.type) ? randomUUID() : undefined;
		return {
			...node,
			...(chosen === undefined ? {} : { credentials: { [type]: chosen } }),
			...(webhookId === undefined ? {} : { webhookId }),
			// The editor fills in an empty path.
			...(node.parameters.path === '' ? { parameters: { ...node.parameters, path: webhookId } } : {}),
		};
	});
	return { ...workflow, nodes };
}
