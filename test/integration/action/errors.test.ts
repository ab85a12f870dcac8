import { createServer } from 'node:http';

import { describe, expect, it, vi } from 'vitest';

import { monotonicClock } from '../../../nodes/api/pacing/clock.ts';
import { listen } from '../support/listen.ts';
import { execute, executeContext } from '../support/n8nContext.ts';
import { failureOf, run, useAction } from './support.ts';

const action = useAction();

it("a request that n8n didn't send isn't told as a lost connection, and isn't retried", async () => {
	const { context, nodeType, workflow } = executeContext(action.node('group.getAll'), [{ json: {} }]);
	vi.spyOn(workflow.expression, 'getSimpleParameterValue').mockImplementation(() => {
		throw new RangeError('Invalid time zone specified: Nowhere');
	});
	const { message } = await failureOf(Promise.resolve(nodeType.execute?.call(context)));
	expect(message).toBe("n8n didn't send the request: Invalid time zone specified: Nowhere (GET /groups)");
});

it('an address that never answered is tried for four seconds, and the error says what may be wrong with an address', async () => {
	const failureAt = async (baseHost: string) => {
		const more = { mode: 'trigger', credentials: { ...action.credentials(), baseHost } } as const;
		return await failureOf(execute(action.node('group.create', { name: 'Never seen' }, more)));
	};
	const message = 'No server answered at this URL (GET /groups, ECONNREFUSED, 3 tries)';
	expect(await failureAt('http://127.0.0.1:1')).toMatchObject({ message });
	expect((await failureAt(`${action.baseHost()}/home`)).description).toMatch(/paths, as in http:[\d./]+:\d+(?!\/)\b/);
	await using server = createServer();
	const origin = await listen(server);
	let connections = 0;
	server.on('connection', () => (connections += 1));
	expect(await failureAt(origin.replace('http:', 'https:'))).toMatchObject({
		message: "The server at this URL doesn't use HTTPS (GET /groups, EPROTO, 3 tries)",
		description: expect.stringContaining('especially the port'),
	});
	// With the probes in between.
	expect(connections).toBeLessThanOrEqual(10);
});

it('an address that has answered another API key is waited for', async () => {
	await action.runJson('group.getAll');
	await action.simulator().suspend();
	const another = { mode: 'trigger', credentials: { ...action.credentials(), apiKey: 'another' } } as const;
	const failure = failureOf(execute(action.node('group.getAll', {}, another)));
	await monotonicClock.sleep(10_000);
	await action.simulator().resume();
	expect((await failure).message).toMatch(/^The service didn't accept the API key/);
});

describe('the API key', () => {
	it("never appears in an error, although the error shows the service's words and they repeat it", async () => {
		const { apiKey } = action.credentials();
		const body = JSON.stringify({ errors: [`Key ${apiKey} is not valid`] });
		for (const status of [400, 401, 403, 409, 418, 500]) {
			await action.inject({ kind: 'status', status, body });
			const failure = await action.failure('group.create', { name: 'x', ifGroupExists: 'createAnother' });
			const everything = [failure, failure.cause, failure.context, failure.messages].map((part) =>
				JSON.stringify(part, Object.getOwnPropertyNames(Object(part))),
			);
			expect(failure.message).toMatch(/: Key \*\*\* is not valid \(POST \/groups, status /);
			expect(failure).toMatchObject({ httpCode: `${status}`, context: { itemIndex: 0 } });
			expect(`${everything.join()} ${failure.stack}`).not.toContain(apiKey);
		}
	});

	it('is sent only to the service, in a single header', async () => {
		const { apiKey } = action.credentials();
		await run({ ...action.credentials(), apiKey: ` ${apiKey} ` }, 'group.getAll');
		const location = `${action.baseHost().replace('127.0.0.1', 'localhost')}/2020q3/groups`;
		await action.inject({ kind: 'status', status: 307, headers: { location } });
		expect((await action.failure('group.getAll')).message).toMatch(/redirected the request to another URL/);
		const requests = await action.requests();
		expect(requests).toHaveLength(2);
		for (const { headers, ...rest } of requests) {
			const { authorization, ...otherHeaders } = headers;
			expect(authorization).toBe(`Bearer ${apiKey}`);
			expect(JSON.stringify([rest, otherHeaders])).not.toContain(apiKey);
		}
	});
});
