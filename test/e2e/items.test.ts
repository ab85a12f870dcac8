import { describe, expect, it } from 'vitest';

import { chain, buildWorkflow, startNode } from '../../playground/workflows/build.ts';
import type { NodeSketch } from '../../playground/workflows/build.ts';
import { actionNode, fieldsNode, splitNode } from '../../playground/workflows/nodes.ts';
import { credentialsType } from '../../playground/playground.ts';
import { usePlayground } from '../../playground/vitest.ts';
import { endlessService } from '../endlessService.ts';

const playground = usePlayground({ editor: false });

const byEmail = { __rl: true, mode: 'emailAddress', value: '={{ $json.email }}' };
const getScore = { resource: 'score', operation: 'get', user: byEmail, output: 'users' };

function people(emails: readonly string[]): NodeSketch[] {
	return [fieldsNode('List', { people: emails.map((email) => ({ email })) }), splitNode('People', 'people')];
}

describe('several items in a real n8n', () => {
	it('assigns to ten people with expressions, in order and paired', async () => {
		const { api, simulator, credentials } = playground();
		const emails = Array.from({ length: 10 }, (_, index) => `person${index}@example.com`);
		const { assessments } = await simulator.control.state();
		const { id } = await api.workflows.create(
			chain('Ten people', [
				startNode,
				...people(emails),
				actionNode(
					'Assign',
					{
						resource: 'assignment',
						operation: 'create',
						assessmentId: { __rl: true, mode: 'id', value: assessments[0]?.assessmentId },
						emailAddress: '={{ $json.email }}',
						givenName: "={{ 'Person ' + $itemIndex }}",
						surName: "={{ $json.email.split('@')[1] }}",
					},
					credentials,
				),
				actionNode(
					'Get Score',
					{ ...getScore, user: { ...byEmail, value: "={{ $('People').item.json.email }}" } },
					credentials,
				),
			]),
		);
		const execution = await api.workflows.run(id);
		expect(execution.error()).toBeUndefined();
		const scores = execution.items('Get Score').map(({ json }) => json);
		expect(scores.map(({ email }) => email)).toEqual(emails);
		expect(scores.map(({ givenName }) => givenName)).toEqual(emails.map((_, index) => `Person ${index}`));
		const pairs = execution.items('Get Score').map(({ pairedItem }) => pairedItem);
		expect(pairs).toMatchObject(emails.map((_, item) => ({ item })));
		expect(execution.items('Assign').map(({ json }) => json.userId)).toEqual(scores.map(({ userId }) => userId));
	});

	const known = ['candidate001@example.com', 'candidate002@example.com'] as const;
	const [first, second] = known;
	const withUnknown = [first, 'nobody@example.com', second];

	it('stops at an error and names the item', async () => {
		const { api, credentials } = playground();
		const nodes = [startNode, ...people(withUnknown), actionNode('Get Score', getScore, credentials)];
		const { id } = await api.workflows.create(chain('Stops', nodes));
		const execution = await api.workflows.run(id);
		expect(execution.status).toBe('error');
		expect(execution.error('Get Score')).toMatchObject({ message: expect.stringContaining('[item 1]') });
	});

	it('continues with the error in its item', async () => {
		const { api, credentials } = playground();
		const node: NodeSketch = { ...actionNode('Get Score', getScore, credentials), onError: 'continueRegularOutput' };
		const { id } = await api.workflows.create(chain('Continues', [startNode, ...people(withUnknown), node]));
		const execution = await api.workflows.run(id);
		expect(execution.error()).toBeUndefined();
		expect(execution.items('Get Score').map(({ json }) => json)).toEqual([
			expect.objectContaining({ email: first }),
			expect.objectContaining({ error: expect.stringContaining('nobody@example.com') }),
			expect.objectContaining({ email: second }),
		]);
	});

	it('sends the failed item to the error output', async () => {
		const { api, credentials } = playground();
		const node: NodeSketch = { ...actionNode('Get Score', getScore, credentials), onError: 'continueErrorOutput' };
		const { id } = await api.workflows.create(
			buildWorkflow(
				'Error output',
				[
					startNode,
					...people(withUnknown),
					node,
					{ name: 'Good', type: 'n8n-nodes-base.noOp' },
					{ name: 'Bad', type: 'n8n-nodes-base.noOp' },
				],
				[
					['Start', 'List'],
					['List', 'People'],
					['People', 'Get Score'],
					['Get Score', 'Good'],
					['Get Score', 'Bad', 1],
				],
			),
		);
		const execution = await api.workflows.run(id);
		expect(execution.error()).toBeUndefined();
		expect(execution.items('Good').map(({ json }) => json.email)).toEqual(known);
		expect(execution.items('Bad')).toHaveLength(1);
	});
});

it('n8n lives on after an answer of 1 GB of white space', { timeout: 600_000 }, async () => {
	const { api, credentials } = playground();
	await using service = await endlessService('', ' ');
	const data = { apiKey: 'any', baseHost: service.baseHost, apiVersion: '2020q3' };
	const endless = {
		name: 'Endless',
		id: await api.credentials.create({ name: 'Endless', type: credentialsType, data }),
	};
	const getAll = { resource: 'score', operation: 'getAll' };
	const get = async (used: Parameters<typeof actionNode>[2]) => {
		const { id } = await api.workflows.create(chain('Scores', [startNode, actionNode('Scores', getAll, used)]));
		return await api.workflows.run(id, { timeoutMs: 300_000 });
	};
	const failed = await get({ [credentialsType]: endless });
	expect(failed.error()?.message).toMatch(/^The answer is not what the API specifies: it /);
	expect(service.sentMegabytes()).toBeGreaterThanOrEqual(1_000);
	expect((await get(credentials)).items('Scores')).not.toHaveLength(0);
});
