import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll } from 'vitest';

export interface Received {
	method: string;
	url: string;
	headers: IncomingHttpHeaders;
	body: string;
}

export interface Receiver {
	url: string;
	received: Received[];
	/** How the next deliveries are answered; 200 when nothing is said. */
	answers: Array<(response: ServerResponse) => void>;
}

/** A webhook receiver that keeps what it gets. */
export function useReceiver(): Receiver {
	const receiver: Receiver = { url: '', received: [], answers: [] };
	let server: Server | undefined;

	beforeAll(async () => {
		server = createServer(async (request, response) => {
			const { method = '', url = '', headers } = request;
			receiver.received.push({ method, url, headers, body: await text(request) });
			const answer = receiver.answers.shift() ?? (() => response.end('OK'));
			answer(response);
		});
		await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
		const { port } = server.address() as AddressInfo;
		receiver.url = `http://127.0.0.1:${port}/hooks/scores?from=service`;
	});
	afterEach(() => {
		receiver.received.length = 0;
		receiver.answers.length = 0;
	});
	afterAll(async () => {
		server?.closeAllConnections();
		await new Promise((resolve) => server?.close(resolve));
	});
	return receiver;
}
