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

/** A comment about the resource, one about the operation, and then the operation's type. */
const HEADING =
	/\/\*\* (.+) \*\/\nexport type \w+ = \{\s+\/\*\*\s+\* (.+)[^/]+?\*\/\s+resource: '(\w+)';\s+operation: '(\w+)';/g;
const headings = [...generateNodeTypeFile(new EnterpriseAssessment().description).matchAll(HEADING)].map((all) =>
	all.slice(1),
);

it("n8n's AI builder reads what each resource and operation is for", () => {
	const expected = operations.map(({ resource, operation }) => [
		...[resource.description, operation.description],
		...[resource.value, operation.value],
	]);
	expect(headings.sort()).toEqual(expected.sort());
	const described = new Set(operations.flatMap(({ resource, operation }) => [resource, operation]));
	expect(new Set([...described].map(({ description }) => description)).size).toBe(described.size);
});

it("n8n's AI builder reads how to find people who haven't begun", () => {
	const [, text = ''] = headings.find((heading) => heading.slice(2).join() === 'assignment,getAll') ?? [];
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
