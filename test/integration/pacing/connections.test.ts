import { createServer } from 'node:http';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { EnterpriseAssessmentPollTrigger } from '../../../nodes/EnterpriseAssessmentPollTrigger/EnterpriseAssessmentPollTrigger.node.ts';
import { monotonicClock } from '../../../nodes/api/pacing/clock.ts';
import { type Caller, callerOf } from '../../../nodes/api/request/caller.ts';
import { tryEndpoint } from '../../../nodes/api/request/request.ts';
import { actionNode } from '../action/support.ts';
import { listen, stop } from '../support/listen.ts';
import { executeContext, loadOptionsContext, pollContext } from '../support/n8nContext.ts';
import { virtualTime } from '../support/virtualTime.ts';
import { hookContext } from '../webhookTrigger/support/trigger.ts';

/** Responds with the status in the path's first segment, and stops sending after the part that the second segment names. */
const server = createServer((request, response) => {
	const [, status, silentAfter] = decodeURI(request.url ?? '').split('/');
	// Time only passes when everything waits.
	void virtualTime.pause(Number.POSITIVE_INFINITY, request.socket);
	if (silentAfter === 'the request') return;
	response.writeHead(Number(status), { 'Content-Type': 'application/json' });
	if (silentAfter === 'its headers') response.flushHeaders();
	else response.write('{"groups": [');
});
const openConnections = promisify(server.getConnections.bind(server));

let origin = '';

beforeAll(async () => void (origin = await listen(server)));
afterAll(async () => await stop(server));

const SILENCES = [200, 429, 500].flatMap((status) =>
	['the request', 'its headers', 'half of its body'].map((silentAfter) => ({ status, silentAfter })),
);

it.each<[who: string, contextOf: (under: ReturnType<typeof actionNode>) => Caller['context']]>([
	['an execution', (under) => executeContext(under, []).context],
	['an execution that can be canceled', (under) => executeContext(under, [], new AbortController().signal).context],
	['the editor', (under) => loadOptionsContext(under)],
	['a poll', (under) => pollContext({ ...under, nodeType: new EnterpriseAssessmentPollTrigger() }).context],
	['a hook', ({ credentials }) => hookContext(credentials)],
])('%s closes the connection of a response that stops midway', async (who, contextOf) => {
	for (const { status, silentAfter } of SILENCES) {
		const baseHost = encodeURI(`${origin}/${status}/${silentAfter}`);
		const credentials = { apiKey: who.replaceAll(' ', '-'), apiVersion: '2020q3', baseHost };
		const context = contextOf(actionNode(credentials, 'group.getAll'));
		const began = monotonicClock.now();
		const result = await tryEndpoint(await callerOf(context, { maxTries: 1 }), 'listGroups', { once: true });
		// An error is known from its headers.
		const isKnown = status !== 200 && silentAfter !== 'the request';
		expect(result).toMatchObject(isKnown ? { kind: 'answered', status } : { kind: 'unanswered' });
		await expect
			.poll(async () => await openConnections(), { message: `${status}, silent after ${silentAfter}` })
			.toBe(0);
		// The body of a refusal isn't worth a wait.
		if (isKnown && status === 429) expect(monotonicClock.now() - began).toBeLessThan(1_000);
	}
});
