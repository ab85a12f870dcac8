import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { INodeExecutionData, IWebhookResponseData } from 'n8n-workflow';

import { listen, stop } from '../../support/listen.ts';

/** A request as n8n passes it to a node. */
export type ReceivedRequest = IncomingMessage & { readRawBody: () => Promise<void> };

/** A response with the parts of Express that a node uses. */
export interface NodeResponse extends ServerResponse {
	sendStatus(code: number): void;
}

type Handle = (request: ReceivedRequest, response: NodeResponse) => Promise<IWebhookResponseData>;

/** Responds to webhook calls over real HTTP as n8n does for a trigger that responds immediately. */
export async function startWebhookServer(handle: Handle) {
	const controls = {
		/** The items of each call that ran the workflow. */
		runs: [] as INodeExecutionData[][],
		/** Statuses for the next calls that run the workflow, to simulate that n8n can't start an execution. */
		failures: [] as number[],
		/** Whether reading bodies fails. */
		breaksOff: false,
	};

	const answer = async (request: ReceivedRequest, response: NodeResponse): Promise<void> => {
		const { workflowData, webhookResponse, noWebhookResponse } = await handle(request, response);
		if (noWebhookResponse === true) return;
		if (workflowData === undefined) return void response.end(String(webhookResponse));
		const failure = controls.failures.shift();
		if (failure === undefined) controls.runs.push(workflowData[0] ?? []);
		response.writeHead(failure ?? 200).end('Workflow was started');
	};

	const server = createServer((message, plain) => {
		const request: ReceivedRequest = Object.assign(message, {
			readRawBody: async () => {
				if (controls.breaksOff) throw new Error('aborted');
				request.rawBody ??= await buffer(message);
			},
		});
		const response: NodeResponse = Object.assign(plain, {
			sendStatus: (code: number) => void plain.writeHead(code).end(STATUS_CODES[code]),
		});
		void answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
	});
	return Object.assign(controls, { origin: await listen(server), close: async () => await stop(server) });
}
