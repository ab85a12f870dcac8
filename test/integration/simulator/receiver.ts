import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll } from 'vitest';

/** A webhook receiver that stores the events it receives. */
export function useReceiver() {
	const receiver = {
		url: '',
		received: [] as Array<{ method: string; url: string; headers: IncomingHttpHeaders; body: string }>,
		/** The responses to the next deliveries. The default is 200. */
		answers: [] as Array<(response: ServerResponse) => void>,
	};
	const server = createServer(async (request, response) => {
		const { method = '', url = '', headers } = request;
		receiver.received.push({ method, url, headers, body: await text(request) });
		const answer = receiver.answers.shift() ?? (() => response.end('OK'));
		answer(response);
	});

	beforeAll(async () => {
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/scores?from=service`;
	});
	afterEach(() => {
		receiver.received.length = 0;
		receiver.answers.length = 0;
	});
	afterAll(async () => {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	});
	return receiver;
}
