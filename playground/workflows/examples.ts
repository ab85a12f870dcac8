import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { asObject, isObject } from '../api/json.ts';
import type { Workflow, WorkflowNode } from '../api/workflows.ts';
import { packageName } from '../communityPackage.ts';
import { repositoryRoot } from '../paths.ts';

/** The names of the workflow files in `examples/`, without `.json`. */
export async function exampleNames(): Promise<string[]> {
	const files = await readdir(join(repositoryRoot, 'examples'));
	return files.filter((file) => file.endsWith('.json')).map((file) => basename(file, '.json'));
}

/** A workflow from a file of the repository, as a builder imports it. */
export const readWorkflow = async (file: string): Promise<Workflow> =>
	JSON.parse(await readFile(join(repositoryRoot, file), 'utf8')) as Workflow;

/** A workflow of `examples/`, by its file's name without `.json`. */
export const readExample = async (name: string): Promise<Workflow> => await readWorkflow(`examples/${name}.json`);

/** The changes that a builder makes between importing and publishing. */
export interface Choices {
	/** The credentials to select wherever a node needs this type. Other types stay without credentials. */
	readonly credentials: Readonly<Record<string, { readonly id: string; readonly name: string }>>;
	/** New values by node and parameter: `{ 'Post to Slack': { url: '…' } }`. Dots separate the parts of a longer path. */
	readonly parameters?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
	/** Disabled nodes to activate. */
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

/**
 * Replaces the value at the path. The path must already exist, because a choice never adds a value. List entries are
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

/** An imported workflow with the choices applied. A choice for a node that doesn't exist is an error. */
export function fillIn(workflow: Workflow, choices: Choices): Workflow {
	for (const name of Object.keys(choices.parameters ?? {})) {
		if (!workflow.nodes.some((node) => node.name === name)) throw new Error(`There is no node '${name}'`);
	}
	return { ...workflow, nodes: workflow.nodes.map((node) => filledIn(node, choices)) };
}
