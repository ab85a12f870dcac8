import { expect, it } from 'vitest';

import { EnterpriseAssessment } from '../../../nodes/EnterpriseAssessment/EnterpriseAssessment.node.ts';
import { EnterpriseAssessmentPollTrigger } from '../../../nodes/EnterpriseAssessmentPollTrigger/EnterpriseAssessmentPollTrigger.node.ts';
import { EnterpriseAssessmentTrigger } from '../../../nodes/EnterpriseAssessmentTrigger/EnterpriseAssessmentTrigger.node.ts';
import { operations } from '../structure/properties.ts';

it("each resource and operation has a description of its own, which n8n's AI builder reads", () => {
	const described = [...new Set(operations.flatMap(({ resource, operation }) => [resource, operation]))];
	expect(described.filter(({ description = '' }) => description === '')).toEqual([]);
	expect(new Set(described.map(({ description }) => description)).size).toBe(described.length);
});

it("n8n's AI builder reads how to find people who haven't started", () => {
	const list = operations.find(
		({ resource, operation }) => `${resource.value}.${operation.value}` === 'assignment.getAll',
	);
	for (const said of ["'Assigned On or Before' to three days ago", 'Not Started', "'expiresAt'", 'no link'])
		expect(list?.operation.description).toContain(said);
});

it.each([
	[EnterpriseAssessment, /no test environment.*doesn.t email.*only if 'status' is Completed/],
	[EnterpriseAssessmentTrigger, /one webhook.*one trigger per workflow/],
	[EnterpriseAssessmentPollTrigger, /any number of workflows.*one trigger per workflow/],
])('the AI builder reads the important facts about the node %o', (NodeType, facts) => {
	const { description } = new NodeType();
	expect(description.builderHint?.searchHint).toMatch(facts);
});
