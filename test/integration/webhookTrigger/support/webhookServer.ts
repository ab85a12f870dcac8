import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { INodeExecutionData, IWebhookResponseData } from 'n8n-workflow';

/** A request as n8n hands it to a node. */
export type ReceivedRequest = IncomingMessage & { readRawBody: () => Promise<void> };

/** A response with the parts of Express that a node uses. */
export interface NodeResponse extends ServerResponse {
	status(code: number): NodeResponse;
	send(text: string): NodeResponse;
}

export type Handle = (request: ReceivedRequest, response: NodeResponse, path: string) => Promise<IWebhookResponseData>;

export interface WebhookServer {
	readonly origin: string;
	/** What each call that ran the workflow put into it. */
	readonly runs: INodeExecutionData[][];
	/** Statuses with which the next calls that run the workflow are answered, as when n8n can't start an execution. */
	readonly failures: number[];
	/** While it is set, calls that run the workflow are answered only when it resolves. */
	hold: ((response: NodeResponse) => Promise<unknown>) | undefined;
	/** While it is set, bodies can't be read. */
	breaksOff: boolean;
	close(): Promise<void>;
}

/** Answers webhook calls over real HTTP as n8n does for a trigger that answers on receipt. */
export async function startWebhookServer(handle: Handle): Promise<WebhookServer> {
	const server = createServer((request, response) => {
		void answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
	});
	const runs: INodeExecutionData[][] = [];
	const failures: number[] = [];

	async function answer(message: IncomingMessage, plain: ServerResponse): Promise<void> {
		const request = withRawBody(message, () => webhookServer.breaksOff);
		const response = withExpress(plain);
		const { workflowData, webhookResponse, noWebhookResponse } = await handle(request, response, message.url ?? '');
		if (noWebhookResponse === true) return;
		if (workflowData === undefined) {
			response.status(200).send(String(webhookResponse));
			return;
		}
		const [items = []] = workflowData;
		await webhookServer.hold?.(response);
		const failure = failures.shift();
		if (failure === undefined) runs.push(items);
		response.status(failure ?? 200).send('Workflow was started');
	}

	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	const webhookServer: WebhookServer = {
		origin: `http://127.0.0.1:${port}`,
		runs,
		failures,
		hold: undefined,
		breaksOff: false,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
	return webhookServer;
}

function withRawBody(message: IncomingMessage, breaksOff: () => boolean): ReceivedRequest {
	const request: ReceivedRequest = Object.assign(message, {
		readRawBody: async () => {
			if (breaksOff()) throw new Error('aborted');
			request.rawBody ??= await buffer(message);
		},
	});
	return request;
}

function withExpress(plain: ServerResponse): NodeResponse {
	const response: NodeResponse = Object.assign(plain, {
		status: (code: number) => {
			plain.statusCode = code;
			return response;
		},
		send: (text: string) => {
			plain.end(text);
			return response;
		},
	});
	return response;
}
