import { describe, expect, it } from 'vitest';

import { monotonicClock } from '../../../nodes/api/pacing/clock.ts';
import { pass as moveSystemTime, virtualTime } from '../support/virtualTime.ts';
import { BY_EMAIL, BY_IDENTIFIER, DAY_MS, EACH, EACH_NAMED, NORA, row, useInviting } from './invitations.ts';
import { assessmentId, run } from './support.ts';

const inviting = useInviting();
const { control, invite, refusal, addNora, assign, count, pass } = inviting;

const ago = (ms: number) => monotonicClock.now() - ms;

describe('an assessment', () => {
	const inviteTo = async (id: string, apiVersion = '2020q3') => {
		const parameters = { ...(await inviting.invitation()), assessmentId: assessmentId(id) };
		const [item] = await run({ ...inviting.credentials(), apiVersion }, 'assignment.create', parameters);
		return item?.json.alreadyAssigned;
	};

	it.each(['2020q3', 'beta'])("isn't mistaken for one that gets its former name (%s)", async (apiVersion) => {
		const renamed = await inviting.assessmentId();
		// The node reads an assignment of this age only once.
		await assign((await addNora()).userId, { assignedAt: ago(60 * 60_000) });
		await assign((await control().addUser({})).userId);
		await pass(10_001);
		expect(await inviteTo(renamed, apiVersion)).toBe(true);
		await control().renameAssessment({ assessmentId: renamed, name: 'Its new name' });
		await pass(60_001);
		expect(await inviteTo(renamed, apiVersion)).toBe(true);
		const successor = await control().addAssessment({ name: 'English Speaking', kind: 'speaking' });
		await pass(5_001);
		expect(await inviteTo(successor.assessmentId, apiVersion)).toBe(false);
		expect(await inviteTo(renamed, apiVersion)).toBe(true);
	});

	it.each([5_001, 70_000])('stays assigned if it is renamed %i ms after this process assigned it', async (ms) => {
		await invite();
		const renamed = await inviting.assessmentId();
		await control().renameAssessment({ assessmentId: renamed, name: 'Its new name' });
		await pass(ms);
		expect(await inviteTo(renamed)).toBe(true);
	});
});

const OTHER = { emailAddress: 'other@example.com', uniqueIdentifier: 'other' };

it.each<[what: string, uniqueIdentifier: string, holder?: typeof NORA, policy?: 'assignAgain', lateMs?: number]>([
	['a sister whose assignment shows up late, and her new brother', 'brother', NORA, undefined, 6_000],
	["two users, with 'Assign Again'", 'other', undefined, 'assignAgain'],
	['two users, the first of whom has the assessment', 'other', BY_EMAIL],
	['two users, the second of whom has the assessment', 'other', OTHER],
])('an item fails if it names %s', async (_who, uniqueIdentifier, holder, policy, lateMs = 0) => {
	await control().configure({ appearAfterMs: { assignments: lateMs, score: lateMs, scores: 0 } });
	// The error names a user without an identifier by the ID.
	const ids = policy === undefined ? { uniqueIdentifier: 'nora' } : {};
	const userId = lateMs > 0 ? '' : (await control().addUser({ email: NORA.emailAddress, ...ids })).userId;
	await control().addUser({ uniqueIdentifier: 'other' });
	if (holder !== undefined) await invite(holder);
	if (lateMs === 0) await pass(10_001);
	const before = await count('/assign');
	const failure = await refusal({ ...NORA, uniqueIdentifier }, policy);
	const named = `a different person (${ids.uniqueIdentifier ?? userId})`;
	expect(failure.message).toMatch(/^The email address '.*' belongs to .* than the unique identifier '.*'/);
	expect(failure.message).toContain(named);
	expect(failure.description).toMatch(/Nothing was assigned to this person$/);
	expect(await count('/assign')).toBe(before);
	expect(await invite({ ...BY_IDENTIFIER, uniqueIdentifier: 'brother' })).toMatchObject([{ alreadyAssigned: false }]);
});

it('only siblings who share an email address are invited by their identifiers alone', async () => {
	const sister = await addNora();
	const brother = await control().addUser({ email: NORA.emailAddress, uniqueIdentifier: 'bo' });
	for (const { userId, uniqueIdentifier } of [sister, brother])
		expect(await invite({ emailAddress: 'Nora@example.com', uniqueIdentifier })).toMatchObject([{ userId }]);
	await control().addUser({ uniqueIdentifier: 'without email' });
	await invite({ ...OTHER, uniqueIdentifier: 'without email' });
	expect((await inviting.requests('/assign')).at(-1)?.body).toMatchObject({ emailAddress: OTHER.emailAddress });
});

describe("a person's name", () => {
	const FOX = { ...NORA, givenName: 'Ada', surName: 'Fox' };
	const other = (identifier: string, stored = 'Ada Fox', given = 'Bo Roe') => ({
		message: `${identifier} belongs to '${stored}', not to '${given}'`,
		description: expect.stringMatching(/ For the same person, use the stored name or .* Nothing was assigned$/),
	});

	const BO_ROE = { givenName: 'Bo', surName: 'Roe' };
	const [BY_ADDRESS, BY_ID] = [{ uniqueIdentifier: '' }, { emailAddress: '' }];
	const OF_ID = "The unique identifier 'nora'";
	const [RENAMED, SAME] = [{ storedName: 'Ada Fox' }, { storedName: null }];

	it.each<[what: string, change: Partial<typeof FOX>, outcome: object]>([
		['two identifiers prove who it is', BO_ROE, RENAMED],
		['the surname has changed', { surName: 'Roe' }, RENAMED],
		['the name is the same', { givenName: 'ADA' }, SAME],
		['the row has no name', { givenName: '', surName: '' }, SAME],
		['another one has the address', { ...BY_ADDRESS, ...BO_ROE }, other("The email address 'nora@example.com'")],
		['a sibling has the address', { ...BY_ADDRESS, givenName: 'Bo' }, RENAMED],
		['another one has the identifier', { ...BY_ID, ...BO_ROE }, other(OF_ID)],
		['a sibling has it', { ...BY_ID, givenName: 'Bo' }, other(OF_ID, 'Ada Fox', 'Bo Fox')],
		['the surname of who has the identifier has changed', { ...BY_ID, surName: 'Roe' }, RENAMED],
		['another one, with one name column, has it', { ...BY_ID, givenName: '', surName: 'Bo Roe' }, other(OF_ID)],
	])('is compared with the stored one: %s', async (_what, change, outcome) => {
		const given = { ...FOX, ...change };
		const stored = { email: NORA.emailAddress, uniqueIdentifier: 'nora', givenName: 'Ada', surname: 'Fox' };
		const { userId } = await control().addUser(stored);
		for (const policy of ['returnExisting', 'skip', 'fail', 'returnExisting'] as const) {
			const before = await count('/assign');
			if ('message' in outcome) {
				expect(await refusal(given, policy)).toMatchObject(outcome);
				expect(await count('/assign')).toBe(before);
			} else if (before === 0 || policy === 'returnExisting') {
				expect(await invite(given, policy)).toMatchObject([{ ...outcome, userId }]);
			}
		}
		const named = `${given.givenName} ${given.surName}`;
		const hint = `The person was found under another name (in 'storedName', unless they're skipped). Make sure that it's theirs. E.g. '${named}' was found as 'Ada Fox'.`;
		for (const policy of 'message' in outcome ? [] : (['returnExisting', 'skip', 'assignAgain'] as const)) {
			const hints = await inviting.hints('assignment.create', await inviting.invitation(given, policy), [{ json: {} }]);
			expect(hints.includes(hint)).toBe(outcome === RENAMED);
		}
	});

	it("is compared with 'Assign Again', too, if the item has both identifiers", async () => {
		await control().addUser({ uniqueIdentifier: 'nora', givenName: 'Ada', surname: 'Fox' });
		const bo = { ...FOX, givenName: 'Bo' };
		expect(await refusal(bo, 'assignAgain')).toMatchObject(other(OF_ID, 'Ada Fox', 'Bo Fox'));
		expect(await invite({ ...bo, emailAddress: '' }, 'assignAgain')).toMatchObject([{ storedName: null }]);
	});

	it.each(['givenName', 'surName'])("is the one that was just given for a user who had none: '%s'", async (field) => {
		await control().addUser({ uniqueIdentifier: 'nora' });
		await invite({ ...BY_IDENTIFIER, [field]: 'Ada' });
		expect(await refusal({ ...BY_IDENTIFIER, [field]: 'Bo' })).toMatchObject(other(OF_ID, 'Ada', 'Bo'));
	});

	const pupils = (list: string, number = 30) =>
		Array.from({ length: number }, (_, index) =>
			row('', `${index + 1}`, { givenName: `${list}${index}`, surname: `Of ${list}` }),
		);

	it.each<[when: string, number: number, lateMs: number, limitMs?: number, waitMs?: number]>([
		['whose links were just output', 30, 0],
		['whom the service shows late', 30, 9_000],
		['who were invited an hour ago', 30, 0, undefined, 60 * 60_000],
		['whose links were never output', 30, 0, 5_000],
		['whom the service shows late, and whose links were never output', 30, 9_000, 5_000],
		['whose links were never output, in short lists', 10, 0, 3_000],
	])('keeps a second class list from pupils %s', async (_when, number, lateMs, limitMs, waitMs = 0) => {
		await control().configure({ appearAfterMs: { assignments: lateMs, score: lateMs, scores: 0 } });
		if (limitMs === undefined) await invite(EACH_NAMED, undefined, pupils('Ada', number));
		else expect(await inviting.inviteWithin(limitMs, EACH_NAMED, pupils('Ada', number))).toBeUndefined();
		await pass(waitMs);
		const assigned = await count('/assign');
		expect(assigned).toBeGreaterThan(number / 4);
		const output = await inviting.inviteAnyway(EACH_NAMED, pupils('Bo', number));
		const refused = output.filter(({ error }) => error !== undefined);
		expect(refused).toHaveLength(assigned);
		for (const { error } of refused)
			expect(error).toMatch(/^The unique identifier '\d+' belongs to 'Ada\d+ Of Ada', not to 'Bo\d+ Of Bo'/);
		expect(await count('/assign')).toBe(number);
		expect(await inviting.inviteWithin(60_000, EACH_NAMED, pupils('Ada', number).slice(0, 3))).toHaveLength(3);
	});
});

describe('an assignment', () => {
	it("is returned if it was finished most recently and there isn't an open one", async () => {
		const { userId } = await addNora();
		const assigned = async (days: number) =>
			(await assign(userId, { assignedAt: ago(days * DAY_MS), expiresAt: ago(-DAY_MS) })).userAssessmentId;
		const finished = [await assigned(25), await assigned(9), await assigned(15)] as const;
		for (const [index, days] of [20, 4, 10].entries())
			await control().score({ userAssessmentId: finished[index] ?? '', completed: ago(days * DAY_MS) });
		await pass(1_001);
		expect(await invite()).toMatchObject([{ userAssessmentId: finished[1], signInUrl: null }]);
		const open = await assigned(2);
		await pass(1_001);
		expect(await invite()).toMatchObject([{ userAssessmentId: open, signInUrl: expect.any(String) }]);
	});

	const LISTED = { expiredAssignments: 'listed' } as const;

	it("counts as open after it expires if the service leaves it or its time out, but doesn't in a long list", async () => {
		await control().configure({ expiredAssignments: 'leftOut' });
		const { userId } = await addNora();
		const { userAssessmentId } = await assign(userId, { assignedAt: ago(40 * DAY_MS), expiresAt: ago(DAY_MS) });
		const json = { assignments: [{ userId, userAssessmentId }] };
		await inviting.inject({ kind: 'json', json }, '/assignments', { skip: 1 });
		for (const ms of [10_001, 5_001]) {
			await pass(ms);
			expect(await invite()).toMatchObject([{ alreadyAssigned: true, userAssessmentId }]);
		}
		const others = Array.from({ length: 100 }, (_, index) => row(`new-${index}@example.com`));
		const [nora] = await invite(EACH, undefined, [row(NORA.emailAddress, NORA.uniqueIdentifier), ...others]);
		expect(nora).toMatchObject({ alreadyAssigned: false, userId });
	});

	it('stays open until its new expiry if it was extended after the node read it', async () => {
		await control().configure(LISTED);
		const expiresAt = ago(-60 * 60_000);
		const { userAssessmentId } = await assign((await addNora()).userId, { expiresAt });
		await pass(10_001);
		expect(await invite()).toMatchObject([{ alreadyAssigned: true }]);
		await control().expire({ userAssessmentId, at: expiresAt + 7 * DAY_MS });
		await pass(2 * 60 * 60_000);
		expect(await invite()).toMatchObject([{ alreadyAssigned: true, userAssessmentId }]);
		await pass(8 * DAY_MS);
		expect(await invite()).toMatchObject([{ alreadyAssigned: false }]);
	});

	it("doesn't count if it has expired, although it isn't in a list that was read seconds before", async () => {
		await control().configure(LISTED);
		const email = 'other@example.com';
		await assign((await control().addUser({ email })).userId, { expiresAt: ago(-DAY_MS) });
		expect(await invite(EACH, undefined, [row(email)])).toMatchObject([{ alreadyAssigned: true }]);
		await assign((await addNora()).userId, { assignedAt: ago(40 * DAY_MS), expiresAt: ago(DAY_MS) });
		await pass(10_001);
		expect([...(await invite()), ...(await invite())]).toMatchObject([
			{ alreadyAssigned: false },
			{ alreadyAssigned: true },
		]);
	});

	it("doesn't count after it expires while the machine sleeps", async () => {
		await control().configure(LISTED);
		await invite();
		await pass(180_000);
		expect(await invite()).toMatchObject([{ alreadyAssigned: true }]);
		moveSystemTime(365 * DAY_MS);
		expect(await invite()).toMatchObject([{ alreadyAssigned: false }]);
	});
});

describe("while n8n's clock is two hours ahead of the service's", () => {
	const late = useInviting({ clock: { ...virtualTime, now: () => Date.now() - 2 * 60 * 60_000 } });

	it('a person whom another system assigns in the middle of a long list is not assigned again', async () => {
		const people = Array.from({ length: 100 }, (_, nth) => row(`new-${nth}@example.com`));
		const { userId } = await late.control().addUser({ email: 'new-99@example.com' });
		const running = late.invite(EACH, 'returnExisting', people);
		await late.pass(8_000);
		await late.onceReceived(5, async () => await late.assign(userId));
		expect((await running).filter(({ alreadyAssigned }) => alreadyAssigned)).toMatchObject([{ userId }]);
	});
});
