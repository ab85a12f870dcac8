import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import type { Server, Socket } from 'node:net';
import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';

import { CREDENTIALS_NAME } from '../../../nodes/api/request/account.ts';
import type { Outcome } from '../../../nodes/api/outcome/outcome.ts';
import { outcomeOfThrown } from '../../../nodes/api/outcome/outcome.ts';
import { executeContext } from '../support/n8nContext.ts';
import { actionNode, failureOf, run } from './support.ts';

const ACCOUNT = { apiKey: 'key', apiVersion: '2020q3' };

const closing: Array<() => Promise<unknown>> = [];

afterEach(async () => {
	for (const close of closing.splice(0)) await close();
});

/** The port at which the server listens until the test is over. */
async function listen(server: Server): Promise<number> {
	const sockets = new Set<Socket>();
	server.on('connection', (socket) => sockets.add(socket));
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	closing.push(async () => {
		const closed = once(server, 'close');
		server.close();
		for (const socket of sockets) socket.destroy();
		await closed;
	});
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('The server has no port');
	return address.port;
}

/** What becomes of a request that n8n's own helper sends and that fails. */
async function outcomeAt(url: string): Promise<Outcome> {
	const { context } = executeContext(actionNode({ ...ACCOUNT, baseHost: url }, 'group.getAll'), []);
	const request = { method: 'POST', url, body: '{}', timeout: 5_000, encoding: 'stream' } as const;
	const answer = { returnFullResponse: true, ignoreHttpStatusErrors: true, disableFollowRedirect: true };
	const sending: Promise<unknown> = context.helpers.httpRequestWithAuthentication.call(context, CREDENTIALS_NAME, {
		...request,
		...answer,
	});
	return await sending.then(
		() => {
			throw new Error('The request did not fail');
		},
		(error: unknown) => outcomeOfThrown(error),
	);
}

describe('a request that failed before the service can have seen it is not in doubt', () => {
	it('nobody listens', async () => {
		const server = createServer();
		const port = await listen(server);
		for (const close of closing.splice(0)) await close();
		const outcome = await outcomeAt(`http://127.0.0.1:${port}`);
		expect(outcome).toEqual({
			kind: 'unanswered',
			cause: 'connection',
			detail: 'ECONNREFUSED',
			mayBeProcessed: false,
		});
	});

	it('the server does not speak https: tried four times, even where repeating would do harm', async () => {
		const server = createHttpServer();
		let connections = 0;
		server.on('connection', () => (connections += 1));
		const baseHost = `https://127.0.0.1:${await listen(server)}`;
		const failure = await failureOf(run({ ...ACCOUNT, baseHost }, 'group.create', { name: 'Never seen' }));
		expect(connections).toBe(4);
		expect(failure).toMatchObject({
			message: 'This address does not speak https',
			description: expect.stringContaining('its port in particular'),
		});
	});
});

describe('a request that the service may have seen is in doubt', () => {
	it.each<[what: string, answer: (socket: Socket) => void, told: object]>([
		['the connection is reset after the request', (socket) => socket.resetAndDestroy(), { detail: 'ECONNRESET' }],
		['the connection is closed without an answer', (socket) => socket.end(), {}],
		['the answer is no HTTP', (socket) => socket.end('SSH-2.0-OpenSSH\r\n'), {}],
	])('%s', async (_what, answer, told) => {
		const server = createServer((socket) => socket.once('data', () => answer(socket)));
		const outcome = await outcomeAt(`http://127.0.0.1:${await listen(server)}`);
		expect(outcome).toMatchObject({ cause: 'connection', mayBeProcessed: true, ...told });
	});
});
