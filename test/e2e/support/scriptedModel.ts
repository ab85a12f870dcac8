import { fastify } from 'fastify';

import type { JsonObject } from '../../../playground/api/json.ts';

/** The model's next reply, which is a tool call or its final message. */
export type Reply = { readonly tool: string; readonly args: JsonObject } | { readonly say: string };

interface ChatRequest {
	readonly messages: ReadonlyArray<{ readonly role: string; readonly content: string }>;
	/** `parameters` is the JSON schema of the tool's arguments. */
	readonly tools: ReadonlyArray<{ readonly function: { name: string; description: string; parameters: JsonObject } }>;
}

function choiceOf(reply: Reply, id: string): JsonObject {
	if ('say' in reply) return { index: 0, message: { role: 'assistant', content: reply.say }, finish_reason: 'stop' };
	const call = { id, type: 'function', function: { name: reply.tool, arguments: JSON.stringify(reply.args) } };
	const message = { role: 'assistant', content: null, tool_calls: [call] };
	return { index: 0, message, finish_reason: 'tool_calls' };
}

/** A language model that replays a script, as OpenAI's Chat Completions API on this machine. */
export async function startScriptedModel(script: readonly Reply[]) {
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
