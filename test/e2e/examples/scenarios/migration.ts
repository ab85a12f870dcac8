import { readdirSync } from 'node:fs';

import { chain } from '../../../../playground/workflows/build.ts';
import { exampleNames, readExample, readWorkflow } from '../../../../playground/workflows/examples.ts';
import { n8nNode } from '../../../../playground/workflows/nodes.ts';
import type { World } from '../support/world.ts';

interface Report {
	readonly report: { readonly workflowResults: ReadonlyArray<{ readonly ruleId: string }> };
}

interface Rule {
	readonly affectedWorkflows: ReadonlyArray<{ readonly id: string }>;
}

/** n8n's migration report for version 3 (*Settings → Migration Report*) lists none of the repository's workflows. */
export async function migrationReport({ api: { session, workflows }, expect }: World): Promise<void> {
	const folder = 'playground/workflows';
	const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
	const examples = (await exampleNames()).map(readExample);
	const ours = await Promise.all([...examples, ...files.map((file) => readWorkflow(`${folder}/${file}`))]);
	// Version 3 can't load a workflow from a URL, so the report must list this one.
	const fromUrl = { source: 'url', workflowUrl: 'https://n8n.example.com/workflow.json', options: {} };
	const removed = chain('Workflow from a URL', [n8nNode('From a URL', 'executeWorkflow', 1.1, fromUrl)]);
	const names = new Map<string, string>();
	for (const workflow of [...ours, removed]) names.set((await workflows.create(workflow)).id, workflow.name);

	const path = '/breaking-changes/report';
	const { report } = await session.request<Report>('POST', `${path}/refresh?version=v3`);
	const rules = report.workflowResults.map(({ ruleId }) => session.request<Rule>('GET', `${path}/${ruleId}`));
	const affected = (await Promise.all(rules)).flatMap(({ affectedWorkflows }) => affectedWorkflows);
	expect(affected.flatMap(({ id }) => names.get(id) ?? [])).toEqual([removed.name]);
}
