import { once } from 'node:events';
import { createServer } from 'node:http';
import { Readable } from 'node:stream';

import { expect, it, vi } from 'vitest';

import { executeContext } from '../support/n8nContext.ts';
import { actionNode, failureOf, run } from './support.ts';

/** An address at which the server listens. */
async function addressOf(server: ReturnType<typeof createServer>): Promise<string> {
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('The server has no port');
	return `127.0.0.1:${address.port}`;
}

/** What a builder reads of a request that must not be sent twice when it is in doubt. */
async function failureAt(baseHost: string): Promise<Error> {
	const credentials = { apiKey: 'key', apiVersion: '2020q3', baseHost };
	return await failureOf(run(credentials, 'group.create', { name: 'Never seen' }));
}

// test/unit/api/outcome.test.ts has the other errors; integration/pacing/faultMatrix.test.ts, connections that break later.
it('a request that failed before the service can have seen it is not in doubt: nobody listens', async () => {
	const server = createServer();
	const address = await addressOf(server);
	server.close();
	await once(server, 'close');
	expect(await failureAt(`http://${address}`)).toMatchObject({
		message: expect.stringMatching(/^Nothing answers(?!.*may have been processed)/),
		description: expect.stringContaining('ECONNREFUSED'),
	});
});

it('the server does not speak https: tried four times, even where repeating would do harm', async () => {
	await using server = createServer();
	let connections = 0;
	server.on('connection', () => (connections += 1));
	expect(await failureAt(`https://${await addressOf(server)}`)).toMatchObject({
		message: 'This address does not speak https',
		description: expect.stringContaining('its port in particular'),
	});
	expect(connections).toBe(4);
});

it('an answer that comes after the execution was cancelled is let go of', async () => {
	const cancel = new AbortController();
	const node = actionNode({ apiKey: 'key', apiVersion: '2020q3', baseHost: 'http://localhost' }, 'group.getAll');
	const { context, nodeType } = executeContext(node, [{ json: {} }], cancel.signal);
	const { promise, resolve } = Promise.withResolvers<object>();
	const send = vi.spyOn(context.helpers, 'httpRequestWithAuthentication').mockReturnValue(promise);
	const failed = failureOf(Promise.resolve(nodeType.execute?.call(context)));
	await vi.waitFor(() => expect(send).toHaveBeenCalled());
	cancel.abort();
	expect((await failed).message).toMatch(/^The execution was cancelled/);
	const body = Readable.from(['late']);
	resolve({ statusCode: 200, headers: {}, body });
	await vi.waitFor(() => expect(body.destroyed).toBe(true));
});
