import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

import type { JsonObject } from '../../../playground/api/json.ts';

/** The model's next reply, which is a tool call or its final message. */
export type Reply = { readonly tool: string; readonly args: JsonObject } | { readonly say: string };

interface ChatRequest {
	readonly messages: ReadonlyArray<{ readonly role: string; readonly content: string }>;
	/** `parameters` is the JSON schema of the tool's arguments. */
	readonly tools: ReadonlyArray<{ readonly function: { name: string; description: string; parameters: JsonObject } }>;
}

function messageOf(reply: Reply, id: string): JsonObject {
	if ('say' in reply) return { role: 'assistant', content: reply.say };
	const call = { id, type: 'function', function: { name: reply.tool, arguments: JSON.stringify(reply.args) } };
	return { role: 'assistant', content: null, tool_calls: [call] };
}

/** A language model that replays a script, as OpenAI's Chat Completions API on this machine. */
export async function startScriptedModel(script: readonly Reply[]) {
	const requests: ChatRequest[] = [];
	const server = createServer((request, response) => {
		void json(request).then((body) => {
			requests.push(body as ChatRequest);
			const reply = script[requests.length - 1] ?? { say: 'The script is at its end.' };
			const message = messageOf(reply, `call_${requests.length}`);
			const choice = { index: 0, message, finish_reason: 'say' in reply ? 'stop' : 'tool_calls' };
			const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
			const completion = { object: 'chat.completion', created: 0, model: 'scripted', choices: [choice], usage };
			response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(completion));
		});
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return {
		/** The base URL for n8n's OpenAI credentials. */
		url: `http://127.0.0.1:${port}/v1`,
		/** The tools that the model was offered. */
		tools: () => requests.at(-1)?.tools.map((tool) => tool.function) ?? [],
		/** The tools' results, in the order of the calls. */
		answers: () => requests.at(-1)?.messages.flatMap(({ role, content }) => (role === 'tool' ? [content] : [])) ?? [],
		async stop() {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
}
