import { once } from 'node:events';
import { createServer } from 'node:http';

import { expect, it } from 'vitest';

import { failureOf, run } from './support.ts';

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
		message: 'Nothing answers at this address (POST /groups, ECONNREFUSED, 4 tries)',
	});
});

it('the server does not speak https: tried four times, even where repeating would do harm', async () => {
	await using server = createServer();
	let connections = 0;
	server.on('connection', () => (connections += 1));
	expect(await failureAt(`https://${await addressOf(server)}`)).toMatchObject({
		message: 'This address does not speak https (POST /groups, wrong version number, 4 tries)',
		description: expect.stringContaining('its port in particular'),
	});
	expect(connections).toBe(4);
});
