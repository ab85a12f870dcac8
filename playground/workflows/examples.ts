import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { asObject, isObject } from '../api/json.ts';
import type { Workflow, WorkflowNode } from '../api/workflows.ts';
import { packageName } from '../communityPackage.ts';
import { repositoryRoot } from '../paths.ts';

/** The workflows of `examples/`, by their files' names without `.json`. */
export async function exampleNames(): Promise<string[]> {
	const files = await readdir(join(repositoryRoot, 'examples'));
	return files.filter((file) => file.endsWith('.json')).map((file) => basename(file, '.json'));
}

/** A workflow as a builder imports it, from a file of the repository. */
export const readWorkflow = async (file: string): Promise<Workflow> =>
	JSON.parse(await readFile(join(repositoryRoot, file), 'utf8')) as Workflow;

/** A workflow of `examples/`, by its file's name without `.json`. */
export const readExample = async (name: string): Promise<Workflow> => await readWorkflow(`examples/${name}.json`);

/** What a builder does between the import and publishing. */
export interface Choices {
	/** The credentials to choose wherever a node wants this type; none are chosen for other types. */
	readonly credentials: Readonly<Record<string, { readonly id: string; readonly name: string }>>;
	/** New values by node and parameter: `{ 'Post to Slack': { url: '…' } }`. A longer path has dots. */
	readonly parameters?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
	/** Nodes to activate that the workflow has switched off. */
	readonly activated?: readonly string[];
}

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

/** The type of the credentials that a node asks for; undefined when it asks for none. */
function credentialsTypeOf({ type, parameters }: WorkflowNode): string | undefined {
	if (parameters.authentication === 'predefinedCredentialType') return String(parameters.nodeCredentialType);
	if (parameters.authentication === 'genericCredentialType') return String(parameters.genericAuthType);
	if (parameters.authentication === 'basicAuth') return 'httpBasicAuth';
	if (parameters.authentication === 'headerAuth') return 'httpHeaderAuth';
	return credentialsOfNodeType[type];
}

/** n8n's editor adds a URL of their own to these when they are imported. */
const withWebhookId = [
	`${packageName}.enterpriseAssessmentTrigger`,
	'n8n-nodes-base.form',
	'n8n-nodes-base.formTrigger',
	'n8n-nodes-base.webhook',
];

/**
 * The value with another one at the path, which has to be there already: a choice is never an addition. Entries of a list are
 * found by their names.
 */
function replaced(inside: unknown, path: readonly string[], value: unknown): unknown {
	const [key, ...rest] = path;
	if (key === undefined) return value;
	if (Array.isArray(inside)) {
		const entries: unknown[] = inside;
		const index = entries.findIndex((entry) => isObject(entry) && entry.name === key);
		if (index >= 0) return entries.with(index, replaced(entries[index], rest, value));
	} else if (isObject(inside) && key in inside) {
		return { ...inside, [key]: replaced(inside[key], rest, value) };
	}
	throw new Error(`There is no '${key}' to set in ${JSON.stringify(inside)}`);
}

function filledIn(node: WorkflowNode, { credentials, parameters = {}, activated = [] }: Choices): WorkflowNode {
	const type = credentialsTypeOf(node);
	const chosen = type === undefined ? undefined : credentials[type];
	let set: unknown = node.parameters;
	for (const [path, value] of Object.entries(parameters[node.name] ?? {})) set = replaced(set, path.split('.'), value);
	return {
		...node,
		parameters: asObject(set, "A node's parameters"),
		...(type === undefined || chosen === undefined ? {} : { credentials: { [type]: chosen } }),
		...(activated.includes(node.name) ? { disabled: false } : {}),
		...(withWebhookId.includes(node.type) ? { webhookId: randomUUID() } : {}),
	};
}

/** An imported workflow after the choices, otherwise as it was. A choice for a node that isn't there is an error. */
export function fillIn(workflow: Workflow, choices: Choices): Workflow {
	for (const name of Object.keys(choices.parameters ?? {})) {
		if (!workflow.nodes.some((node) => node.name === name)) throw new Error(`There is no node '${name}'`);
	}
	return { ...workflow, nodes: workflow.nodes.map((node) => filledIn(node, choices)) };
}
