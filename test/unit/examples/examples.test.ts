import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';

import type { WorkflowNode } from '../../../playground/api/workflows.ts';
import { readExample } from '../../../playground/workflows/examples.ts';

const names = globSync('examples/*.json').map((file) => basename(file, '.json'));
const STICKY = 'n8n-nodes-base.stickyNote';

/** The newest version of each node in n8n 1.123.81; n8n 2 has these too. */
const newestVersions: Record<string, number> = {
	'n8n-nodes-base.aggregate': 1,
	'n8n-nodes-base.compression': 1.1,
	'n8n-nodes-base.dataTable': 1,
	'n8n-nodes-base.emailSend': 2.1,
	'n8n-nodes-base.executeWorkflow': 1.3,
	'n8n-nodes-base.executeWorkflowTrigger': 1.1,
	'n8n-nodes-base.extractFromFile': 1,
	'n8n-nodes-base.filter': 2.3,
	'n8n-nodes-base.form': 2.3,
	'n8n-nodes-base.formTrigger': 2.3,
	'n8n-nodes-base.gmail': 2.2,
	'n8n-nodes-base.googleDrive': 3,
	'n8n-nodes-base.googleSheets': 4.7,
	'n8n-nodes-base.httpRequest': 4.3,
	'n8n-nodes-base.hubspot': 2.2,
	'n8n-nodes-base.if': 2.3,
	'n8n-nodes-base.merge': 3.2,
	'n8n-nodes-base.n8n': 1,
	'n8n-nodes-base.noOp': 1,
	'n8n-nodes-base.removeDuplicates': 2,
	'n8n-nodes-base.scheduleTrigger': 1.3,
	'n8n-nodes-base.set': 3.4,
	'n8n-nodes-base.slack': 2.4,
	'n8n-nodes-base.splitInBatches': 3,
	'n8n-nodes-base.stickyNote': 1,
	'n8n-nodes-base.stopAndError': 1,
	'n8n-nodes-base.switch': 3.4,
	'n8n-nodes-base.wait': 1.1,
	'n8n-nodes-base.webhook': 2.1,
	'n8n-nodes-enterprise-assessment.enterpriseAssessment': 1,
	'n8n-nodes-enterprise-assessment.enterpriseAssessmentPollTrigger': 1,
	'n8n-nodes-enterprise-assessment.enterpriseAssessmentTrigger': 1,
};

/** What a node takes on the canvas, its name below it included, and what a sticky note takes. */
function rectangle({ type, position: [left, top], parameters }: WorkflowNode) {
	const width = type === STICKY ? Number(parameters.width) : 96;
	const height = type === STICKY ? Number(parameters.height) : 96 + 48;
	return { left, top, right: left + width, bottom: top + height };
}

function overlap(one: WorkflowNode, other: WorkflowNode): boolean {
	const [a, b] = [rectangle(one), rectangle(other)];
	return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

function notesOf(nodes: readonly WorkflowNode[]): string[] {
	return nodes.filter(({ type }) => type === STICKY).map(({ parameters }) => String(parameters.content));
}

it('are there: 17 workflows for 15 examples', () => {
	expect(names).toHaveLength(17);
	expect(readFileSync('examples/README.md', 'utf8').match(/^## \d+\. /gm)).toHaveLength(15);
});

it.each(globSync('examples/tables/*.csv'))('%s has what n8n imports as a table: one line of column names', (file) => {
	expect(readFileSync(file, 'utf8')).toMatch(/^[a-zA-Z]+(,[a-zA-Z]+)+\n$/);
});

describe.each(names)('%s', (name) => {
	it('has a note with its name, what it does, and a numbered list of what to set up', async () => {
		const workflow = await readExample(name);
		const notes = notesOf(workflow.nodes);
		expect(notes.filter((content) => content.includes('\n### Set up\n1. '))).toHaveLength(1);
		expect(notes[0]).toMatch(`## ${workflow.name}\n`);
	});

	it('names nodes in its notes as they are named: what is bold there is a node', async () => {
		const { nodes } = await readExample(name);
		const bold = notesOf(nodes).flatMap((content) => [...content.matchAll(/\*\*(?:… )?(.+?)\*\*/g)]);
		const unknown = bold.filter(([, title = '']) => !nodes.some((node) => node.name.endsWith(title)));
		expect(unknown.map(([text]) => text)).toEqual([]);
	});

	it('greets people by name in its emails, and goes on with a capital letter', async () => {
		const { nodes } = await readExample(name);
		const letters = nodes.flatMap(({ type, parameters: { text, message } }) =>
			['n8n-nodes-base.emailSend', 'n8n-nodes-base.gmail'].includes(type) ? [String(text ?? message)] : [],
		);
		// A digest for the team has no greeting.
		for (const letter of letters.filter((content) => content !== '={{ $json.text }}'))
			expect(letter).toMatch(/^=Hi (\{\{ [^}]+ \|\| 'there' \}\}|there),\n\n[A-Z]/);
	});

	it('has no two nodes or notes on top of each other', async () => {
		const { nodes } = await readExample(name);
		const pairs = nodes.flatMap((one, index) => nodes.slice(index + 1).map((other) => [one, other] as const));
		const overlapping = pairs.filter(([one, other]) => overlap(one, other));
		expect(overlapping.map(([one, other]) => `${one.name} / ${other.name}`)).toEqual([]);
	});

	it('is connected: every step but the triggers is reached, and no connection leads nowhere', async () => {
		const { nodes, connections } = await readExample(name);
		const titles = nodes.map((node) => node.name);
		expect(new Set(titles).size).toBe(titles.length);
		const targets = Object.values(connections).flatMap(({ main }) => main.flat().map(({ node }) => node));
		for (const title of [...Object.keys(connections), ...targets]) expect(titles).toContain(title);
		const unreached = nodes.filter((node) => node.type !== STICKY && !targets.includes(node.name));
		for (const node of unreached) expect(node.type).toMatch(/Trigger$|\.webhook$/);
	});

	it('refers in expressions only to nodes that it has', async () => {
		const { nodes } = await readExample(name);
		const referred = [...JSON.stringify(nodes).matchAll(/\$\('(.+?)'\)/g)].map(([, title]) => title);
		for (const title of referred) expect(nodes.map((node) => node.name)).toContain(title);
	});

	it('uses only nodes and versions that n8n 1.123 has', async () => {
		const { nodes } = await readExample(name);
		for (const { type, typeVersion } of nodes) expect(typeVersion, type).toBeLessThanOrEqual(newestVersions[type] ?? 0);
	});

	it('carries nothing of anyone’s n8n: no credentials, ids, pinned data or addresses', () => {
		const text = readFileSync(`examples/${name}.json`, 'utf8');
		expect(text).not.toMatch(/"(credentials|webhookId|instanceId|pinData|meta|versionId|shared|active)":/);
		const hosts = [...text.matchAll(/https?:\/\/([^/"\s]+)/g)].map(([, host]) => host);
		for (const host of hosts)
			expect(['n8n.example.com', 'assess.example.com', 'applicants.example.com', 'github.com']).toContain(host);
	});

	it('is described in the README', () => {
		expect(readFileSync('examples/README.md', 'utf8')).toContain(`(${name}.json)`);
	});
});
