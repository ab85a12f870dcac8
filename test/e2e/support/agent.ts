import { fastify } from 'fastify';

import type { JsonObject } from '../../../playground/api/json.ts';
import type { Playground } from '../../../playground/playground.ts';
import { chain, startNode } from '../../../playground/workflows/build.ts';
import { actionNodeType, n8nNode } from '../../../playground/workflows/nodes.ts';

/** The model's next reply, which is a tool call or its final message. */
type Reply = { readonly tool: string; readonly args: JsonObject } | { readonly say: string };

interface ChatRequest {
	readonly messages: ReadonlyArray<{ readonly role: string; readonly content: string }>;
	readonly tools: ReadonlyArray<{ readonly function: { readonly name: string; readonly description: string } }>;
}

function choiceOf(reply: Reply, id: string): JsonObject {
	if ('say' in reply) return { index: 0, message: { role: 'assistant', content: reply.say }, finish_reason: 'stop' };
	const call = { id, type: 'function', function: { name: reply.tool, arguments: JSON.stringify(reply.args) } };
	const message = { role: 'assistant', content: null, tool_calls: [call] };
	return { index: 0, message, finish_reason: 'tool_calls' };
}

/** A language model that replays a script, as OpenAI's Chat Completions API on this machine. */
async function startScriptedModel(script: readonly Reply[]) {
	const requests: ChatRequest[] = [];
	const server = fastify({ forceCloseConnections: true });
	server.post<{ Body: ChatRequest }>('/v1/chat/completions', async ({ body }) => {
		requests.push(body);
		const reply = script[requests.length - 1] ?? { say: 'The script is at its end.' };
		const choices = [choiceOf(reply, `call_${requests.length}`)];
		const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
		return { object: 'chat.completion', created: 0, model: 'scripted', choices, usage };
	});
	return {
		/** The base URL for n8n's OpenAI credentials. */
		url: `${await server.listen({ host: '127.0.0.1', port: 0 })}/v1`,
		/** The tools that the model was offered. */
		tools: () => requests.at(-1)?.tools.map((tool) => tool.function) ?? [],
		/** The tools' results, in the order of the calls. */
		answers: () => requests.at(-1)?.messages.flatMap(({ role, content }) => (role === 'tool' ? [content] : [])) ?? [],
		stop: () => server.close(),
	};
}

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

/** Runs n8n's AI Agent with all these tools and a model that replays a script. Returns what the model got to see. */
export async function runAgent({ api, credentials }: Playground, script: readonly Reply[]) {
	const model = await startScriptedModel(script);
	const openAi = { name: 'Scripted model', type: 'openAiApi', data: { apiKey: 'not-a-key', url: model.url } };
	const openAiApi = { name: openAi.name, id: await api.credentials.create(openAi) };
	const agent = { promptType: 'define', text: 'Do what is to be done', options: {} };
	const chat = { model: { __rl: true, mode: 'id', value: 'scripted' }, options: {} };
	const langchain = '@n8n/n8n-nodes-langchain';
	const nodes = [
		startNode,
		n8nNode('Agent', 'agent', 3, agent, langchain),
		{ ...n8nNode('Model', 'lmChatOpenAi', 1.2, chat, langchain), credentials: { openAiApi } },
		...Object.entries(tools).map(([name, tool]) => {
			const parameters = { descriptionType: 'auto', ...tool };
			return { name, type: `${actionNodeType}Tool`, parameters, credentials };
		}),
	];
	const to = (type: string): JsonObject => ({ [type]: [[{ node: 'Agent', type, index: 0 }]] });
	const connections = {
		Start: to('main'),
		Model: to('ai_languageModel'),
		...Object.fromEntries(Object.keys(tools).map((name) => [name, to('ai_tool')])),
	};
	const workflow = { ...chain('Agent', nodes), connections, active: false };
	const { id } = await api.session.request<{ id: string }>('POST', '/workflows', workflow);
	const execution = await api.workflows.run(id);
	await model.stop();
	return {
		said: execution.items('Agent').map(({ json }) => json.output),
		tools: model.tools(),
		answers: model.answers(),
	};
}
