import type { INode, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { beforeAll, describe, expect, it } from 'vitest';

import { execute, executeWithRetries, storedBytes, useFileStore } from '../support/n8nContext.ts';
import { BY_EMAIL, EACH, NORA, row, useInviting } from './invitations.ts';
import { assessmentId, assessmentName, byIdentifier, failureOf, type OperationName, textOf } from './support.ts';

// Retry On Fail runs the whole node again with the same items. What was done or may have been done must not be done again.

const inviting = useInviting();
const { control, inject, invitation, links, lose, pass, requests, servedBytes } = inviting;

beforeAll(useFileStore);

const STOP: Partial<INode> = { onError: 'stopWorkflow' };
const CONTINUE: Partial<INode> = { onError: 'continueRegularOutput' };
const SETTINGS: Array<[name: string, settings: Partial<INode>]> = [
	['Stop Workflow', STOP],
	['Continue', CONTINUE],
	['Continue (using error output)', { onError: 'continueErrorOutput' }],
	['a tool', { type: 'n8n-nodes-enterprise-assessment.enterpriseAssessmentTool' }],
];

type Run = [operation: OperationName, parameters: INodeParameters, items: INodeExecutionData[], tries?: number];

async function runWith(settings: Partial<INode>, ...[operation, parameters, items, tries = 3]: Run) {
	return await executeWithRetries(inviting.node(operation, parameters, { settings }), items, { tries });
}

const named = (...names: string[]) => names.map((name) => ({ json: { name } }));
/** How many requests to create something the service carried out. */
const posted = async (path: string) =>
	(await requests(path)).filter(({ method, processed }) => method === 'POST' && processed).length;

const NAME = '={{ $json.name }}';
const OF_USER = { user: byIdentifier(NAME), output: 'users' };
const INVITATION = { assessmentId: assessmentName('English Speaking'), uniqueIdentifier: NAME };

/** Operations of each kind, the request that fails once, the operation's parameters, and a name for each item. */
const OPERATIONS: Array<[operation: OperationName, request: string, parameters: INodeParameters, names: string[]]> = [
	['assignment.create', 'POST /assign', INVITATION, ['a', 'b', 'c']],
	['group.create', 'POST /groups', { name: NAME }, ['7a', '7b', '7c']],
	['score.get', 'POST /score', OF_USER, ['EMP-001', 'EMP-002', 'EMP-004']],
	['score.getAll', 'POST /scores', {}, ['', '', '']],
	// The service accepts one example per second.
	['webhook.sendExample', 'POST /webhook/example', {}, ['']],
];

describe.each(SETTINGS)('with %s', (_name, settings) => {
	// The runner does this for all operations.
	it.each(settings === STOP ? OPERATIONS : OPERATIONS.slice(1, 2))(
		'%s sends nothing again for items that are done',
		async (operation, request, parameters, names) => {
			await control().registerWebhook({ url: 'http://127.0.0.1:9/' });
			const [method = '', path = ''] = request.split(' ');
			await inject({ kind: 'status', status: 400 }, path, { match: { method, path } });
			// With Max. Tries 1, n8n makes two.
			const output = await runWith({ ...settings, maxTries: 1 }, operation, parameters, named(...names));
			const sent = (await requests(path)).filter((one) => one.method === method);
			expect(sent.map(({ status }) => status === 400)).toEqual([true, ...names.map(() => false)]);
			expect(output.every(({ json }) => json.error === undefined)).toBe(true);
			const paired = output.map(({ pairedItem }) =>
				typeof pairedItem === 'object' && 'item' in pairedItem ? pairedItem.item : -1,
			);
			expect(paired).toEqual(paired.toSorted((one, other) => one - other));
			expect([...new Set(paired)]).toEqual([...names.keys()]);
		},
	);

	it('a file that the first try downloaded is still there after the second', async () => {
		const { audio } = await links();
		await inject({ kind: 'status', status: 400 });
		const output = await runWith(settings, 'file.downloadAudio', { link: NAME }, named(audio, audio));
		expect((await requests()).map(({ status }) => status)).toEqual([400, 200, 200]);
		for (const item of output) expect(await storedBytes(item, 'data')).toEqual(await servedBytes(audio));
	});

	it("Group: Create and 'Assign Again' don't repeat a request that may have gone through", async () => {
		await inject({ kind: 'cut', after: true }, '/groups', { match: { path: '/groups', method: 'POST' } });
		await inject({ kind: 'cut', after: true }, '/assign');
		const runs: Array<[operation: OperationName, parameters: INodeParameters]> = [
			['group.create', { name: '7b', ifGroupExists: 'createAnother' }],
			['assignment.create', await invitation(BY_EMAIL, 'assignAgain')],
		];
		for (const [operation, parameters] of runs) {
			const running = runWith(settings, operation, parameters, named(''));
			const ended = await running.catch((error: Error) => error.message);
			expect(JSON.stringify(ended)).toMatch(/may still have gone through/);
			expect(typeof ended === 'string').toBe(settings === STOP);
		}
		expect([await posted('/groups'), await posted('/assign')]).toEqual([1, 1]);
	});

	it('Webhook: Create registers its URL again for the signing key that a lost response had', async () => {
		await inject({ kind: 'cut', after: true }, '/webhook', { match: { path: '/webhook', method: 'POST' } });
		const url = 'https://example.com/hook';
		const [item] = await runWith(settings, 'webhook.create', { url }, named(''));
		expect(item?.json).toEqual({ url, signingKey: expect.stringMatching(/./) });
		expect(await posted('/webhook')).toBe(2);
	});
});

it("Webhook: Create doesn't replace what another system registered after its lost response", async () => {
	await inject({ kind: 'cut', after: true }, '/webhook', { match: { path: '/webhook', method: 'POST' } });
	const json = { url: 'https://other.example.com/', createdAt: '2026-11-21T04:14:05Z' };
	await inject({ kind: 'json', json }, '/webhook', { match: { path: '/webhook', method: 'GET' }, skip: 1 });
	const running = runWith(STOP, 'webhook.create', { url: NAME }, named('https://example.com/hook'), 2);
	expect((await failureOf(running)).message).toContain(`already has a webhook: ${json.url}`);
	expect(await posted('/webhook')).toBe(1);
});

it.each([
	['only it', []],
	['another item', [row('admin@example.com')]],
])('the error of an item in doubt says once which item and what was done if %s failed', async (_what, others) => {
	await inject({ kind: 'hang' }, '/assign', { skip: 1 });
	const parameters = await invitation(EACH, 'assignAgain');
	const items = [row('a@example.com'), row('b@example.com'), ...others];
	const { message, description } = await failureOf(runWith(STOP, 'assignment.create', parameters, items));
	expect(message.match(/\[item \d/g)).toEqual(['[item 2']);
	const done = description?.match(/\d of \d items was already processed\. To get the links/g);
	expect(done).toEqual([`1 of ${items.length} items was already processed. To get the links`]);
});

it('an item is done, although n8n repeats the node because of an empty error in the output', async () => {
	await inject({ kind: 'json', json: { ...(await inviting.candidate()), error: '' } }, '/score', { times: 'always' });
	await runWith(CONTINUE, 'score.get', { ...OF_USER, simplify: false }, named('a'));
	expect(await requests('/score')).toHaveLength(1);
});

it("an item that's done keeps its output, even if the next try can't read its parameters", async () => {
	const items: INodeExecutionData[] = named('EMP-001', 'EMP-002');
	await inject({ kind: 'hang' }, '/score', { skip: 1, times: 4 });
	const running = runWith(STOP, 'score.get', OF_USER, items);
	await inviting.onceReceived(2, () => delete items[0]?.json.name);
	expect((await running).map(({ json }) => json.uniqueIdentifier)).toEqual(['EMP-001', 'EMP-002']);
});

it("an error after a try with an unknown outcome doesn't say that nothing was sent", async () => {
	const items = [row('a@example.com'), row('b@example.com'), row('c@example.com')];
	await inject({ kind: 'hang', after: true }, '/assign');
	await inject({ kind: 'status', status: 400 }, '/assign', { times: 2 });
	const running = failureOf(runWith(STOP, 'assignment.create', await invitation(EACH, 'assignAgain'), items, 2));
	await inviting.onceReceived(2, () => items.slice(1).forEach(({ json }) => (json.email = 'nonsense')));
	const { message, description } = await running;
	expect(message).toContain("'nonsense' [item 2");
	expect(description).not.toContain('Nothing was sent');
});

describe.each(SETTINGS.slice(1))('with %s and a first row that always fails', (_name, settings) => {
	const text: unknown = expect.stringMatching(/./);
	const LINKS = { alreadyAssigned: false, singleAssessmentSignInUrl: text, signInUrl: text };
	const BY_ADDRESS = { assessmentId: INVITATION.assessmentId, emailAddress: NAME };

	it.each<[operation: OperationName, parameters: INodeParameters, names: string[], path: string, output: object]>([
		['group.create', { name: NAME }, ['', '7b'], '/groups', { name: '7b', alreadyExisted: false }],
		['webhook.create', { url: NAME }, ['nonsense', 'https://example.com/hook'], '/webhook', { signingKey: text }],
		['assignment.create', BY_ADDRESS, ['admin@example.com', NORA.emailAddress], '/assign', LINKS],
	])('%s outputs what its first try created as new', async (operation, parameters, names, path, output) => {
		const [failed, created] = await runWith(settings, operation, parameters, named(...names));
		expect(failed?.json).toEqual({ error: text });
		expect(created?.json).toMatchObject(output);
		expect(await posted(path)).toBe(1);
	});
});

it("what a failed call of a tool assigned is returned as new by the next call, which n8n doesn't count as a try", async () => {
	await lose();
	await inject({ kind: 'status', status: 400 }, '/create-sign-in-token');
	await control().addUser({ email: NORA.emailAddress, uniqueIdentifier: 'nora', givenName: 'Ada' });
	const settings = { type: 'n8n-nodes-enterprise-assessment.enterpriseAssessmentTool', retryOnFail: true };
	const node = inviting.node('assignment.create', await invitation({ ...NORA, givenName: 'Bo' }), { settings });
	const call = async () => (await execute(node, [{ json: {} }]))[0]?.json;
	expect(await call()).toEqual({ error: expect.stringMatching(/create-sign-in-token/) });
	const signInUrl: unknown = expect.stringMatching(/^http/);
	expect(await call()).toMatchObject({ alreadyAssigned: false, signInUrl, storedName: 'Ada' });
	expect(await call()).toMatchObject({ alreadyAssigned: true });
	expect(await inviting.count('/assign')).toBe(1);
});

describe.each(['returnExisting', 'fail', 'assignAgain'] as const)("with '%s', what a failed run assigned", (policy) => {
	/** Lets an execution fail after it has assigned the assessment to Nora. Returns what was assigned. */
	async function assignAndFail(maxTries = 3) {
		const parameters = await invitation(EACH);
		const items = [row(NORA.emailAddress), row('admin@example.com')];
		// n8n makes five tries at most.
		await failureOf(runWith({ ...STOP, maxTries }, 'assignment.create', parameters, items, Math.min(maxTries || 3, 5)));
		const { userId, assignments } = await control().user({ emailAddress: NORA.emailAddress });
		expect(assignments).toHaveLength(1);
		await pass(23 * 60 * 60_000);
		return { userId, userAssessmentId: assignments[0]?.userAssessmentId ?? '' };
	}

	async function inviteTwice(each: INodeParameters = EACH, others: INodeExecutionData[] = []) {
		const parameters = await invitation(each, policy);
		const items = [row(NORA.emailAddress), row(NORA.emailAddress), ...others];
		return (await runWith(CONTINUE, 'assignment.create', parameters, items, 1)).map(({ json }) => json);
	}

	/** What the policy gives for a person who has the assignment. */
	const byPolicy = ({ userAssessmentId }: { userAssessmentId: string }): unknown => {
		const existing = { alreadyAssigned: true, userAssessmentId, singleAssessmentSignInUrl: null };
		const failed: unknown = expect.stringContaining(userAssessmentId);
		const another: unknown = expect.not.stringContaining(userAssessmentId);
		const again = { alreadyAssigned: false, userAssessmentId: another };
		return expect.objectContaining({ returnExisting: existing, fail: { error: failed }, assignAgain: again }[policy]);
	};

	it.each([3, 0, 7])('comes as new once, with its reusable link, and to one row (Max. Tries %i)', async (maxTries) => {
		const assigned = await assignAndFail(maxTries);
		const link: unknown = expect.stringMatching(/^http/);
		const links = { singleAssessmentSignInUrl: link, signInUrl: null, signInUrlExpiresAt: null };
		const asNew = { ...assigned, ...links, alreadyAssigned: false, status: 'NotStarted' };
		const [first, second] = await inviteTwice();
		expect(first).toMatchObject(asNew);
		expect(second).toEqual(byPolicy(assigned));
		expect((await inviteTwice())[0]).toEqual(byPolicy(assigned));
	});

	it.each([0, 25])('is only for its own assessment, if the person has another (and %i more rows)', async (more) => {
		const { userId } = await assignAndFail();
		const another = await inviting.assessmentId(1);
		const assigned = await inviting.assign(userId, { assessmentId: another });
		await pass(10_001);
		const others = Array.from({ length: more }, (_, nth) => row('', `${nth}`));
		const [nora] = await inviteTwice({ ...EACH, assessmentId: assessmentId(another) }, others);
		expect(nora).toEqual(byPolicy(assigned));
		const { assignments } = await control().user({ userId });
		expect(assignments).toHaveLength(policy === 'assignAgain' ? 4 : 2);
	});

	it('goes by the policy if it was finished by then', async () => {
		const assigned = await assignAndFail();
		await control().score(assigned);
		expect((await inviteTwice())[0]).toEqual(byPolicy(assigned));
	});

	it.each(['deleteUser', 'deleteAssignment'] as const)("doesn't count anymore after %s", async (kind) => {
		const assigned = await assignAndFail();
		await control()[kind](assigned);
		const [first, second] = await inviteTwice();
		const { userId, userAssessmentId, alreadyAssigned, singleAssessmentSignInUrl: link } = first ?? {};
		expect([alreadyAssigned, textOf(link)]).toEqual([false, expect.stringMatching(/^http/)]);
		expect(userAssessmentId).not.toBe(assigned.userAssessmentId);
		expect(userId === assigned.userId).toBe(kind === 'deleteAssignment');
		expect(second).toEqual(byPolicy({ userAssessmentId: textOf(userAssessmentId) }));
		expect((await inviteTwice())[0]).toEqual(byPolicy({ userAssessmentId: textOf(userAssessmentId) }));
	});

	it('no longer ties its identifiers together after the user was deleted in the service', async () => {
		await inviting.addNora();
		await control().deleteUser(await assignAndFail());
		const another = row(NORA.emailAddress, 'another');
		expect(await inviting.invite(EACH, policy, [another])).toMatchObject([{ alreadyAssigned: false }]);
	});
});
