import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { listen, stop } from '../support/listen.ts';

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
		receiver.url = `${await listen(server)}/hooks/scores?from=service`;
	});
	afterEach(() => {
		receiver.received.length = 0;
		receiver.answers.length = 0;
	});
	afterAll(async () => await stop(server));
	return receiver;
}
