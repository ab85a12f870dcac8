import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';

import { asObject, textOf } from '../../playground/api/json.ts';
import type { JsonObject } from '../../playground/api/json.ts';
import type { Execution } from '../../playground/api/executions.ts';
import { chosenGeneration } from '../../playground/generation.ts';
import { usePlayground, useStarted } from '../../playground/vitest.ts';
import { actionNodeType } from '../../playground/workflows/nodes.ts';
import { startScriptedModel } from './support/scriptedModel.ts';
import type { Reply } from './support/scriptedModel.ts';

/** The action node as a tool of n8n's own AI Agent; the model behind it says what a test wrote down. */

const playground = usePlayground({ editor: false });
const model = useStarted(startScriptedModel);

let openAi: { id: string; name: string };

beforeAll(async () => {
	const { api } = playground();
	const name = 'Scripted model';
	const data = { apiKey: 'not-a-key', url: model().url };
	openAi = { id: await api.credentials.create({ name, type: 'openAiApi', data }), name };
});

/** A parameter that the model fills, as n8n's editor writes it. */
const fromAi = (key: string, type = 'string'): string =>
	`={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`\`, '${type}') }}`;

const user = (mode: 'emailAddress' | 'userId'): JsonObject => ({ __rl: true, mode, value: fromAi('User') });

interface Tool {
	readonly name: string;
	readonly parameters: JsonObject;
	readonly onError?: 'continueRegularOutput';
}

async function runAgent(tools: readonly Tool[], script: readonly Reply[]): Promise<Execution> {
	const { api, credentials } = playground();
	model().script.splice(0, Infinity, ...script);
	const place = (column: number): JsonObject => ({ id: randomUUID(), position: [column * 220, 0] });
	const nodes = [
		{ ...place(0), name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} },
		{
			...place(1),
			name: 'Agent',
			type: '@n8n/n8n-nodes-langchain.agent',
			typeVersion: 3,
			parameters: { promptType: 'define', text: 'Do what is to be done', options: {} },
		},
		{
			...place(2),
			name: 'Model',
			type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
			typeVersion: 1.2,
			parameters: { model: { __rl: true, mode: 'id', value: 'scripted' }, options: {} },
			credentials: { openAiApi: openAi },
		},
		...tools.map(({ parameters, ...settings }, index) => ({
			...place(3 + index),
			...settings,
			type: `${actionNodeType}Tool`,
			typeVersion: 1,
			parameters: { descriptionType: 'auto', ...parameters },
			credentials,
		})),
	];
	const to = (type: string): JsonObject => ({ [type]: [[{ node: 'Agent', type, index: 0 }]] });
	const connections = {
		Start: to('main'),
		Model: to('ai_languageModel'),
		...Object.fromEntries(tools.map(({ name }) => [name, to('ai_tool')])),
	};
	const workflow = { name: randomUUID(), nodes, connections, active: false, settings: { executionOrder: 'v1' } };
	const stored = asObject(await api.session.request('POST', '/workflows', workflow), 'The workflow');
	return await api.workflows.run(textOf(stored, 'id'));
}

describe('an AI agent', () => {
	it('invites somebody, reads a score and tells of files, each by one tool', async () => {
		const { simulator } = playground();
		const { assessments } = await simulator.control.state();
		const { scoreReports, userId } = await simulator.control.user({ uniqueIdentifier: 'EMP-001' });
		const assessmentId = assessments[0]?.assessmentId ?? '';
		const userAssessmentId = scoreReports[0]?.userAssessmentId ?? '';

		const execution = await runAgent(
			[
				{ name: 'List tests', parameters: { resource: 'assessment', operation: 'getAll', returnAll: true } },
				{
					name: 'Invite',
					parameters: {
						resource: 'assignment',
						operation: 'create',
						assessmentId: { __rl: true, mode: 'id', value: fromAi('Assessment') },
						emailAddress: fromAi('Email'),
						givenName: fromAi('Given_Name'),
						surName: fromAi('Surname'),
						ifAlreadyAssigned: 'returnExisting',
					},
				},
				{
					name: 'Read score',
					parameters: { resource: 'score', operation: 'get', user: user('emailAddress'), simplify: true },
				},
				{
					name: 'Files',
					parameters: {
						resource: 'file',
						operation: 'downloadAll',
						user: user('userId'),
						userAssessmentId: fromAi('User_Assessment_ID'),
					},
				},
			],
			[
				{ tool: 'List_tests', args: {} },
				{
					tool: 'Invite',
					args: { Assessment: assessmentId, Email: 'ada@example.com', Given_Name: 'Ada', Surname: 'Lovelace' },
				},
				{ tool: 'Read_score', args: { User: 'ada@example.com' } },
				{ tool: 'Files', args: { User: userId, User_Assessment_ID: userAssessmentId } },
				{ say: 'Ada is invited.' },
			],
		);
		expect(execution.error()).toBeUndefined();
		expect(execution.items('Agent')[0]?.json).toEqual({ output: 'Ada is invited.' });

		const offered = model().tools();
		expect(Object.fromEntries(offered.map(({ name, description }) => [name, description]))).toEqual({
			List_tests: 'Get many assessments in Enterprise Assessment',
			Invite: 'Invite person to assessment (create assignment) in Enterprise Assessment',
			Read_score: 'Get many scores for user in Enterprise Assessment',
			Files: 'Download all files of score report in Enterprise Assessment',
		});
		expect(offered.find(({ name }) => name === 'Invite')?.parameters).toMatchObject({
			type: 'object',
			properties: { Assessment: { type: 'string' }, Email: { type: 'string' } },
			required: ['Assessment', 'Email', 'Given_Name', 'Surname'],
		});

		const [tests, invited, score, files] = model()
			.toolAnswers()
			.map((text): unknown => JSON.parse(text));
		expect(tests).toMatchObject(assessments.map(({ name }) => ({ name })));
		expect(invited).toMatchObject([{ alreadyAssigned: false }]);
		expect(score).toMatchObject([{ givenName: 'Ada', assessmentName: 'English Speaking', status: 'NotStarted' }]);
		expect(files).toMatchObject([{ files: [{ kind: 'audio' }, {}, {}, { kind: 'certificate' }] }]);
		expect(await simulator.control.user({ emailAddress: 'ada@example.com' })).toMatchObject({ surname: 'Lovelace' });
		// A reading tool takes nothing into the model's context that signs in or unlocks anything.
		for (const text of model().toolAnswers()) expect(text).not.toContain(simulator.apiKey);
		expect(JSON.stringify([tests, score, files])).not.toContain('sign-in');
	});

	const readScore = { resource: 'score', operation: 'get', user: user('emailAddress'), output: 'users' };
	const secondTry: readonly Reply[] = [
		{ tool: 'Read_score', args: { User: 'nobody@example.com' } },
		{ tool: 'Read_score', args: { User: 'candidate001@example.com' } },
		{ say: 'Found at the second try.' },
	];

	it('reads what was wrong and what helps, and goes on, with "On Error" set to continue', async () => {
		const tool = { name: 'Read score', parameters: readScore, onError: 'continueRegularOutput' } as const;
		const execution = await runAgent([tool], secondTry);
		expect(execution.items('Agent')[0]?.json).toEqual({ output: 'Found at the second try.' });
		const [wrong = '', right = ''] = model().toolAnswers();
		expect(wrong).toMatch(/no such user.*nobody@example\.com/);
		expect(wrong).toContain("'If User Not Found'");
		expect(JSON.parse(right)).toMatchObject([{ uniqueIdentifier: 'EMP-001' }]);
	});

	it('without it reads the message alone in n8n 2.x; in 1.x the run ends with it', async () => {
		const execution = await runAgent([{ name: 'Read score', parameters: readScore }], secondTry);
		const told = chosenGeneration(process.env) === 'v1' ? execution.error()?.message : model().toolAnswers()[0];
		expect(told).toMatch(/no such user.*nobody@example\.com/);
	});
});
