import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { asArray, asObject, optionalTextOf, textOf } from '../../../playground/api/json.ts';
import type { JsonObject } from '../../../playground/api/json.ts';

/** What the model answers next: a tool to call, or the last word. */
export type Reply = { readonly tool: string; readonly args: JsonObject } | { readonly say: string };

/** A tool as the model is told of it. */
export interface OfferedTool {
	readonly name: string;
	readonly description: string;
	/** JSON schema of its arguments. */
	readonly parameters: JsonObject;
}

export interface ScriptedModel {
	/** For n8n's OpenAI credentials. */
	readonly url: string;
	/** What is answered, in this order. */
	readonly script: Reply[];
	/** The tools that the model was last told of. */
	readonly tools: () => readonly OfferedTool[];
	/** What the tools gave, as text, in the order of the calls. */
	readonly toolAnswers: () => readonly string[];
	readonly stop: () => Promise<void>;
}

function offeredTool(value: unknown): OfferedTool {
	const tool = asObject(asObject(value, 'A tool').function, "A tool's 'function'");
	return {
		name: textOf(tool, 'name'),
		description: optionalTextOf(tool, 'description') ?? '',
		parameters: asObject(tool.parameters, "A tool's 'parameters'"),
	};
}

function messageOf(reply: Reply, id: string): JsonObject {
	if ('say' in reply) return { role: 'assistant', content: reply.say };
	const call = { id, type: 'function', function: { name: reply.tool, arguments: JSON.stringify(reply.args) } };
	return { role: 'assistant', content: null, tool_calls: [call] };
}

async function bodyOf(request: IncomingMessage): Promise<JsonObject> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array));
	const body: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
	return asObject(body, 'A request to the model');
}

/** A language model that says what a test wrote down: OpenAI's Chat Completions on this machine. */
export async function startScriptedModel(): Promise<ScriptedModel> {
	const script: Reply[] = [];
	let last: JsonObject = {};
	let calls = 0;

	async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		last = await bodyOf(request);
		const reply = script.shift() ?? { say: 'The script is at its end.' };
		calls += 1;
		const message = messageOf(reply, `call_${calls}`);
		const finish = 'say' in reply ? 'stop' : 'tool_calls';
		const completion = {
			id: `completion_${calls}`,
			object: 'chat.completion',
			created: 0,
			model: 'scripted',
			choices: [{ index: 0, message, finish_reason: finish }],
			usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
		};
		response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(completion));
	}

	const server = createServer((request, response) => {
		answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;

	return {
		url: `http://127.0.0.1:${port}/v1`,
		script,
		tools: () => asArray(last.tools ?? [], "The request's 'tools'").map(offeredTool),
		toolAnswers: () =>
			asArray(last.messages, "The request's 'messages'")
				.map((message) => asObject(message, 'A message'))
				.filter(({ role }) => role === 'tool')
				.map((message) => textOf(message, 'content')),
		stop: async () => {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
}
