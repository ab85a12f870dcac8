import { describe, expect, it } from 'vitest';

import { useBrowser } from '../../playground/browser/vitest.ts';
import { usePlayground } from '../../playground/vitest.ts';
import { chain, startNode } from '../../playground/workflows/build.ts';
import { actionNode } from '../../playground/workflows/nodes.ts';
import { useEditor } from './support/editor.ts';

// What a builder does wrong, and reads then.
const playground = usePlayground();
const browser = useBrowser();
const editor = useEditor(browser, playground);

const node = 'Enterprise Assessment';

/** n8n empties a field that depends on another when that one's expression gets its value. */
describe('what was mapped before there was data', () => {
	const mapped = (mode: string, value: string) => ({ __rl: true, mode, value });
	const user = mapped('userId', '={{ $json.userId }}');
	const userAssessmentId = mapped('id', '={{ $json.userAssessmentId }}');

	it.each([
		{ resource: 'file', operation: 'downloadAll', user, userAssessmentId },
		{ resource: 'signInLink', operation: 'create', user, additionalFields: { userAssessmentId } },
	])('stays in $resource: $operation', async (parameters) => {
		const { api, credentials } = playground();
		const scores = actionNode('Scores', { resource: 'score', operation: 'getAll', limit: 2 }, credentials);
		const { id } = await api.workflows.create(
			chain('Mapped', [startNode, scores, actionNode('Mapped', parameters, credentials)]),
		);
		await editor().openWorkflow(id);
		await editor().openNode('Mapped');
		const mappedTo = editor().page.getByTestId('resource-locator-userAssessmentId').getByText('$json.userAssessmentId');
		await mappedTo.waitFor();
		for (const time of ['first', 'second']) {
			expect(await editor().executeStep(), time).toContain('executed successfully');
			await mappedTo.waitFor();
		}
	});
});

describe('a step', () => {
	it('for a user who is named in another way than chosen', async () => {
		await editor().newWorkflow();
		await editor().addNode(node, 'Get many scores for user');
		await editor().type('user', 'EMP-001');
		expect(await editor().executeStep()).toContain('Enter a valid email address, or switch to');
	});
});

describe('publishing', () => {
	it('two triggers in one workflow', async () => {
		await editor().newWorkflow();
		await editor().addNode(node, 'On assessment scored, by webhook (or use the Poll Trigger)');
		await editor().closeNode();
		await editor().addNode(node, 'On assessment scored, by webhook (or use the Poll Trigger)');
		await editor()
			.page.getByTestId('node-parameters')
			.getByText('Use only one Enterprise Assessment Trigger')
			.waitFor();
		await editor().closeNode();
		await editor().publish("uses your account's one webhook");
	});
});
