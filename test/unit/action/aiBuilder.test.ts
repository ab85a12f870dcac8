import { createRequire } from 'node:module';
import { expect, it } from 'vitest';

import { EnterpriseAssessment } from '../../../nodes/EnterpriseAssessment/EnterpriseAssessment.node.ts';
import { EnterpriseAssessmentPollTrigger } from '../../../nodes/EnterpriseAssessmentPollTrigger/EnterpriseAssessmentPollTrigger.node.ts';
import { EnterpriseAssessmentTrigger } from '../../../nodes/EnterpriseAssessmentTrigger/EnterpriseAssessmentTrigger.node.ts';
import { operations } from '../structure/properties.ts';

interface WorkflowSdk {
	/** The type definitions that n8n's AI builder reads for a node. */
	readonly generateNodeTypeFile: (description: object) => string;
}

const { generateNodeTypeFile }: WorkflowSdk = createRequire(import.meta.resolve('n8n-core'))('@n8n/workflow-sdk');

/** The comments that describe each operation's resource and the operation itself, by names such as `score get`. */
function headings(): Record<string, string[]> {
	const types = generateNodeTypeFile(new EnterpriseAssessment().description).split('\nexport type ');
	return Object.fromEntries(
		types.slice(1).flatMap((type, index) => {
			const [, resource, operation] = /resource: '(\w+)';\s+operation: '(\w+)';/.exec(type) ?? [];
			const ofResource = /\/\*\* (.*) \*\/$/.exec(types[index] ?? '')?.[1] ?? '';
			const ofOperation = / = \{\s+\/\*\*\s+\* (.*)/.exec(type)?.[1] ?? '';
			return resource === undefined ? [] : [[`${resource} ${operation}`, [ofResource, ofOperation]]];
		}),
	);
}

it("n8n's AI builder reads what each resource and operation is for", () => {
	const expected = operations.map(({ resource, operation }) => [
		`${resource.value} ${operation.value}`,
		[resource.description, operation.description],
	]);
	expect(headings()).toEqual(Object.fromEntries(expected));
	const descriptions = new Set(operations.flatMap(({ resource, operation }) => [resource, operation]));
	expect(new Set([...descriptions].map(({ description }) => description)).size).toBe(descriptions.size);
});

it("n8n's AI builder reads how to find people who haven't begun", () => {
	const [, text = ''] = headings()['assignment getAll'] ?? [];
	for (const said of ["'Assigned On or Before' to three days ago", 'Not Started', "'expiresAt'", 'no link'])
		expect(text).toContain(said);
});

it.each([
	[EnterpriseAssessment, /no test environment.*doesn.t email.*only if 'status' is Completed/],
	[EnterpriseAssessmentTrigger, /one webhook.*one trigger per workflow/],
	[EnterpriseAssessmentPollTrigger, /any number of workflows.*one trigger per workflow/],
])('the AI builder reads the important facts about the node %o', (NodeType, facts) => {
	const { description } = new NodeType();
	expect(description.builderHint?.searchHint).toMatch(facts);
});
