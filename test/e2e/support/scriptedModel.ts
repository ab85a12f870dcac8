import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

import { asArray, asObject, optionalTextOf, textOf } from '../../../playground/api/json.ts';
import type { JsonObject } from '../../../playground/api/json.ts';

/** The model's next reply, which is a tool call or its final message. */
export type Reply = { readonly tool: string; readonly args: JsonObject } | { readonly say: string };

function messageOf(reply: Reply, id: string): JsonObject {
	if ('say' in reply) return { role: 'assistant', content: reply.say };
	const call = { id, type: 'function', function: { name: reply.tool, arguments: JSON.stringify(reply.args) } };
	return { role: 'assistant', content: null, tool_calls: [call] };
}

/** A language model that replays a test's script, as OpenAI's Chat Completions API on this machine. */
export async function startScriptedModel() {
	const script: Reply[] = [];
	let last: JsonObject = {};
	let calls = 0;

	const server = createServer((request, response) => {
		void json(request).then((body) => {
			last = asObject(body, 'A request to the model');
			const reply = script.shift() ?? { say: 'The script is at its end.' };
			const id = `call_${++calls}`;
			const choice = { index: 0, message: messageOf(reply, id), finish_reason: 'say' in reply ? 'stop' : 'tool_calls' };
			const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
			const completion = { id, object: 'chat.completion', created: 0, model: 'scripted', choices: [choice], usage };
			response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(completion));
		});
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;

	return {
		/** The base URL for n8n's OpenAI credentials. */
		url: `http://127.0.0.1:${port}/v1`,
		/** The model's replies, in this order. */
		script,
		/** The tools in the most recent request to the model. `parameters` is the JSON schema of their arguments. */
		tools: () =>
			asArray(last.tools ?? [], "The request's 'tools'").map((tool) => {
				const told = asObject(asObject(tool, 'A tool').function, "A tool's 'function'");
				const description = optionalTextOf(told, 'description') ?? '';
				return { name: textOf(told, 'name'), description, parameters: told.parameters };
			}),
		/** The tools' results as strings, in the order of the calls. */
		toolAnswers: () =>
			asArray(last.messages, "The request's 'messages'")
				.map((message) => asObject(message, 'A message'))
				.filter(({ role }) => role === 'tool')
				.map((message) => textOf(message, 'content')),
		async stop() {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
}
