import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { EnterpriseAssessmentPollTrigger } from '../../../nodes/EnterpriseAssessmentPollTrigger/EnterpriseAssessmentPollTrigger.node.ts';
import type { ApiContext } from '../../../nodes/api/request/caller.ts';
import { readAccount } from '../../../nodes/api/request/caller.ts';
import { requestEndpoint } from '../../../nodes/api/request/request.ts';
import { groups } from '../../../nodes/api/specification/responses.ts';
import { actionNode } from '../action/support.ts';
import { executeContext, loadOptionsContext, pollContext } from '../support/n8nContext.ts';
import { hookContext } from '../webhookTrigger/support/trigger.ts';

const sockets = new Set<Socket>();

/** Answers with the status in the path's first segment, and falls silent after what the second one says. */
const server = createServer((request, response) => {
	const [, status, silentAfter] = decodeURI(request.url ?? '').split('/');
	if (silentAfter === 'the request') return;
	response.writeHead(Number(status), { 'Content-Type': 'application/json' });
	if (silentAfter === 'its headers') response.flushHeaders();
	else response.write('{"groups": [');
}).on('connection', (socket) => {
	sockets.add(socket);
	socket.on('close', () => sockets.delete(socket));
});

let origin = '';

beforeAll(async () => {
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('The server has no port');
	origin = `http://127.0.0.1:${address.port}`;
});

afterAll(() => {
	for (const socket of sockets) socket.destroy();
	server.close();
});

const CALLERS: Record<string, (under: ReturnType<typeof actionNode>) => ApiContext> = {
	'an execution': (under) => executeContext(under, []).context,
	'an execution that can be canceled': (under) => executeContext(under, [], new AbortController().signal).context,
	'the editor': (under) => loadOptionsContext(under),
	'a poll': (under) => pollContext({ ...under, nodeType: new EnterpriseAssessmentPollTrigger() }).context,
	'a hook': ({ credentials }) => hookContext(credentials),
};

describe.each(Object.keys(CALLERS))('%s', (caller) => {
	it.each([
		[200, 'the request'],
		[200, 'its headers'],
		[200, 'half of its body'],
		[429, 'its headers'],
		[429, 'half of its body'],
		[500, 'its headers'],
		[500, 'half of its body'],
	])('leaves no connection open after a %i that falls silent after %s', async (status, silentAfter) => {
		const credentials = {
			apiKey: `${caller}`.replaceAll(' ', '-'),
			apiVersion: '2020q3',
			baseHost: encodeURI(`${origin}/${status}/${silentAfter}`),
		};
		const context = CALLERS[caller]?.(actionNode(credentials, 'group.getAll'));
		if (context === undefined) throw new Error('No such caller');
		const budget = { timeoutMs: 300, maxTries: 1 };
		const request = { endpoint: 'listGroups', once: true } as const;
		const result = await requestEndpoint({ context, account: await readAccount(context), budget }, request, groups);
		expect(result).toHaveProperty('kind');
		await expect.poll(() => sockets.size, { timeout: 1_000 }).toBe(0);
	});
});
