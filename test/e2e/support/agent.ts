import { randomUUID } from 'node:crypto';

import { beforeAll, expect, it } from 'vitest';

import type { Execution } from '../../../playground/api/executions.ts';
import { asObject, textOf } from '../../../playground/api/json.ts';
import type { JsonObject } from '../../../playground/api/json.ts';
import type { Playground } from '../../../playground/playground.ts';
import { useStarted } from '../../../playground/vitest.ts';
import { chain, startNode } from '../../../playground/workflows/build.ts';
import { actionNodeType } from '../../../playground/workflows/nodes.ts';
import { startScriptedModel } from './scriptedModel.ts';
import type { Reply } from './scriptedModel.ts';

/** A parameter that the model fills in, as n8n's editor writes it. */
const fromAi = (key: string): string =>
	`={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`\`, 'string') }}`;

const user = (mode: 'emailAddress' | 'userId'): JsonObject => ({ __rl: true, mode, value: fromAi('User') });

const tools: Readonly<Record<string, JsonObject>> = {
	'List tests': { resource: 'assessment', operation: 'getAll', returnAll: true },
	Invite: {
		resource: 'assignment',
		operation: 'create',
		assessmentId: { __rl: true, mode: 'id', value: fromAi('Assessment') },
		emailAddress: fromAi('Email'),
		givenName: fromAi('Given_Name'),
		surName: fromAi('Surname'),
		ifAlreadyAssigned: 'returnExisting',
	},
	'Read score': { resource: 'score', operation: 'get', user: user('emailAddress') },
	Files: {
		resource: 'file',
		operation: 'downloadAll',
		user: user('userId'),
		userAssessmentId: fromAi('User_Assessment_ID'),
	},
};

/** Tests of the action node as a tool of n8n's AI Agent, with a model that replays the test's script. */
export function testAgent(playground: () => Playground): void {
	const model = useStarted(startScriptedModel);
	let openAi: { id: string; name: string };

	beforeAll(async () => {
		const name = 'Scripted model';
		const data = { apiKey: 'not-a-key', url: model().url };
		openAi = { id: await playground().api.credentials.create({ name, type: 'openAiApi', data }), name };
	});

	async function runAgent(script: readonly Reply[]): Promise<Execution> {
		const { api, credentials } = playground();
		model().script.splice(0, Infinity, ...script);
		const agent = { promptType: 'define', text: 'Do what is to be done', options: {} };
		const chat = { model: { __rl: true, mode: 'id', value: 'scripted' }, options: {} };
		const nodes = [
			startNode,
			{ name: 'Agent', type: '@n8n/n8n-nodes-langchain.agent', typeVersion: 3, parameters: agent },
			{
				name: 'Model',
				type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
				typeVersion: 1.2,
				parameters: chat,
				credentials: { openAiApi: openAi },
			},
			...Object.entries(tools).map(([name, parameters]) => ({
				...{ name, type: `${actionNodeType}Tool`, credentials },
				parameters: { descriptionType: 'auto', ...parameters },
			})),
		];
		const to = (type: string): JsonObject => ({ [type]: [[{ node: 'Agent', type, index: 0 }]] });
		const connections = {
			Start: to('main'),
			Model: to('ai_languageModel'),
			...Object.fromEntries(Object.keys(tools).map((name) => [name, to('ai_tool')])),
		};
		const workflow = { ...chain(randomUUID(), nodes), connections, active: false };
		const stored = asObject(await api.session.request('POST', '/workflows', workflow), 'The workflow');
		return await api.workflows.run(textOf(stored, 'id'));
	}

	it('invites someone, reads a score and describes files, with one tool each, and reads how to fix a wrong call', async () => {
		const { simulator } = playground();
		const { assessments } = await simulator.control.state();
		const { scoreReports, userId } = await simulator.control.user({ uniqueIdentifier: 'EMP-001' });
		const ada = { Email: 'ada@example.com', Given_Name: 'Ada', Surname: 'Lovelace' };
		const execution = await runAgent([
			{ tool: 'List_tests', args: {} },
			{ tool: 'Invite', args: { Assessment: assessments[0]?.assessmentId, ...ada } },
			{ tool: 'Read_score', args: { User: 'nobody@example.com' } },
			{ tool: 'Read_score', args: { User: ada.Email } },
			{ tool: 'Files', args: { User: userId, User_Assessment_ID: scoreReports[0]?.userAssessmentId } },
			{ say: 'Ada is invited.' },
		]);
		expect(execution.items('Agent').map(({ json }) => json)).toEqual([{ output: 'Ada is invited.' }]);

		const offered = model().tools();
		expect(offered.map(({ name, description }) => `${name}: ${description}`).sort()).toEqual([
			'Files: Download all files for score report in Enterprise Assessment',
			'Invite: Invite a person to an assessment in Enterprise Assessment',
			'List_tests: Get many assessments in Enterprise Assessment',
			'Read_score: Get many scores for user in Enterprise Assessment',
		]);
		expect(offered.find(({ name }) => name === 'Invite')?.parameters).toMatchObject({
			type: 'object',
			properties: { Assessment: { type: 'string' }, Email: { type: 'string' } },
			required: ['Assessment', 'Email', 'Given_Name', 'Surname'],
		});

		const answers = model().toolAnswers();
		const [wrong] = answers.splice(2, 1);
		expect(wrong).toMatch(/no user with the email address nobody@example\.com.+'If User Not Found'/s);
		const [tests, invited, score, files] = answers.map((text): unknown => JSON.parse(text));
		expect(tests).toMatchObject(assessments.map(({ name }) => ({ name })));
		expect(invited).toMatchObject([{ alreadyAssigned: false }]);
		expect(score).toMatchObject([{ givenName: 'Ada', assessmentName: 'English Speaking', status: 'NotStarted' }]);
		expect(files).toMatchObject([{ files: [{ kind: 'audio' }, {}, {}, { kind: 'certificate' }] }]);
		expect(await simulator.control.user({ emailAddress: ada.Email })).toMatchObject({ surname: 'Lovelace' });
		// The model's context doesn't contain anything from a reading tool that signs in or unlocks anything.
		expect(answers.join()).not.toContain(simulator.apiKey);
		expect(JSON.stringify([tests, score, files])).not.toContain('sign-in');
	});
}
