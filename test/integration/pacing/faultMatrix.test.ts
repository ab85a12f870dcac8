import type { INodeParameters } from 'n8n-workflow';
import { expect, it } from 'vitest';

import type { Fault } from '../../../simulator/index.ts';
import { ENDPOINTS } from '../../../nodes/api/specification/endpoints.ts';
import { anythingCheck } from '../../../nodes/api/specification/responses.ts';
import { type OperationName, parametersOf, run } from '../action/support.ts';
import { refusal, useService } from '../support/simulator.ts';

/**
 * The operation that calls an endpoint, and whether the call is safe to repeat if its outcome is unknown. If it changes a list that
 * the nodes keep, `known` is what it, or the `reader`, outputs the next time, although the service still shows the old list.
 */
type Cell = [string, 'safe' | 'unsafe', known: object | null, OperationName, INodeParameters?, reader?: OperationName];

const ALREADY_ASSIGNED = { alreadyAssigned: true, singleAssessmentSignInUrl: null };

// action/inviteHistories.test.ts covers 'Assignment: Create' without 'Assign Again', which looks for the assignment first.
const CELLS: Cell[] = [
	['GET /assessments', 'safe', null, 'assessment.getAll'],
	['GET /groups', 'safe', null, 'group.getAll'],
	['POST /groups', 'unsafe', { alreadyExisted: true }, 'group.create'],
	['POST /assign', 'unsafe', ALREADY_ASSIGNED, 'assignment.create', { ifAlreadyAssigned: 'assignAgain' }],
	['POST /create-sign-in-token', 'safe', null, 'signInLink.create'],
	['POST /assignments', 'safe', null, 'assignment.getAll'],
	['POST /score', 'safe', null, 'score.get'],
	['POST /scores', 'safe', null, 'score.getAll'],
	['GET <responseAudioUrl>', 'safe', null, 'file.downloadAudio'],
	['GET <responseTextUrl>', 'safe', null, 'file.downloadText'],
	['GET <certificateUrl>', 'safe', null, 'file.downloadCertificate'],
	['POST /webhook', 'unsafe', null, 'webhook.create', { ifAlreadyRegistered: 'fail' }],
	['GET /webhook', 'safe', null, 'webhook.get'],
	['DELETE /webhook', 'safe', null, 'webhook.delete'],
	['POST /webhook/example', 'unsafe', null, 'webhook.sendExample'],
];

const FAULTS: Record<string, Fault> = {
	'cut before': { kind: 'cut' },
	'cut after': { kind: 'cut', after: true },
	'status 500': { kind: 'status', status: 500 },
	'status 503 after': { kind: 'status', status: 503, after: true },
	hang: { kind: 'hang' },
	'hang after': { kind: 'hang', after: true },
	truncated: { kind: 'truncate' },
	// test/unit/api/responses.test.ts covers every mistake in a response.
	'another structure': { kind: 'json', json: {} },
	'status 429': { kind: 'status', status: 429 },
	// test/unit/api/failure.test.ts covers the other forms.
	'status 429, Retry-After': refusal('1'),
};

/** Responses without a body can't be truncated or have another structure. */
const NO_BODY = Object.values(ENDPOINTS)
	.filter(({ method, response }) => method !== 'GET' && response === anythingCheck)
	.map(({ method, path }) => `${method} ${path}`);

const settings = { exampleRequiresContentType: true, groupCreatedStatus: 201 } as const;
const { control, credentials, requests, simulator } = useService({ settings });

/** Runs one operation in a new account, with the fault at the first request to the endpoint. */
async function struck(cell: Cell, fault: Fault) {
	const [endpoint, , , operation, more] = cell;
	const [method = '', place = ''] = endpoint.split(' ');
	// The paths of files aren't known here.
	const path = place.startsWith('<') ? '*' : place;
	await control().reset();
	// For the pacer, a separate key is a separate account.
	const { apiKey } = await control().generateKey();
	await control().registerWebhook({ url: 'https://elsewhere.example.com/hook' });
	if (operation === 'webhook.create') await control().deleteWebhook();
	const parameters = { ...(await parametersOf(operation, simulator())), ...more };
	await control().inject({ match: { method, path }, fault });
	const outcome = await run({ ...credentials(), apiKey }, operation, parameters).then(() => 'ok', String);
	const received = (await requests()).filter(
		(request) =>
			request.method === method && (path === '*' ? request.endpoint !== '/assessments' : request.endpoint === path),
	);
	const [first = 0, second = 0] = received.map(({ at }) => at);
	return {
		/** The number of requests to the endpoint, and how many of them the service carried out. */
		sent: received.length,
		processed: received.filter(({ processed }) => processed).length,
		outcome,
		pauseMs: second - first,
	};
}

it('the matrix has every endpoint', () => {
	const all = Object.values(ENDPOINTS).map(({ method, path }) => `${method} ${path.replace('/<', '<')}`);
	expect(CELLS.map(([endpoint]) => endpoint).sort()).toEqual(all.sort());
});

it.each(CELLS)('%s: a request that hits one fault is retried if that is safe, and otherwise fails', async (...cell) => {
	const [endpoint, repeating, , operation] = cell;
	for (const [name, fault] of Object.entries(FAULTS)) {
		if (NO_BODY.includes(endpoint) && ['truncate', 'json'].includes(fault.kind)) continue;
		const result = await struck(cell, fault);
		const context = `${endpoint} × ${name}: ${JSON.stringify(result)}`;
		const refused = name.startsWith('status 429');
		const isWrong = name === 'another structure';
		if (isWrong)
			expect(result.outcome, context).toContain("The service's response doesn't match the API specification");
		if (isWrong && repeating === 'safe') {
			expect(result.sent, context).toBe(1);
		} else if (repeating === 'safe' || refused) {
			expect(result.outcome, context).toBe('ok');
			// If the webhook is already gone, the node doesn't delete it again.
			const isGone = operation === 'webhook.delete' && name.endsWith('after');
			// After a time-out, the node first asks for the assessments, to find out whether the service works.
			const asksTwice = endpoint === 'GET /assessments' && name.startsWith('hang');
			expect(result.sent, context).toBe(isGone ? 1 : asksTwice ? 3 : 2);
		} else {
			expect(result.outcome, context).toContain('may still have gone through');
			expect(result.sent, context).toBe(1);
		}
		if (refused) expect(result.processed, context).toBe(1);
		if (name.includes('Retry-After')) expect(result.pauseMs, context).toBeGreaterThanOrEqual(1_000);
	}
});

it.each(CELLS.filter(([, , known]) => known))('%s: what it changed counts at once', async (...cell) => {
	const [, , known, operation, more, reader = operation] = cell;
	await control().configure({ appearAfterMs: { assignments: 9_000, score: 9_000, scores: 9_000 } });
	const groups: Fault = { kind: 'json', json: { groups: structuredClone((await control().state()).groups) } };
	await control().inject({ match: { method: 'GET', path: '/groups' }, fault: groups, times: 'always' });
	const parameters = await parametersOf(operation, simulator());
	const [first] = await run(credentials(), operation, { ...parameters, ...more });
	const ids = Object.entries(first?.json ?? {}).filter(([field]) => field.endsWith('Id'));
	const json = { ...Object.fromEntries(ids), ...known };
	expect(await run(credentials(), reader, parameters)).toMatchObject([{ json }]);
});
