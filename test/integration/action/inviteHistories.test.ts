import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { monotonicClock } from '../../../nodes/api/pacing/clock.ts';
import { type Fault, type Settings, type Simulator, startSimulator } from '../../../simulator/index.ts';
import { createRandom } from '../../../simulator/random.ts';
import { executeWithRetries } from '../support/n8nContext.ts';
import { virtualTime } from '../support/virtualTime.ts';
import { DAY_MS, EACH_NAMED, POLICIES } from './invitations.ts';
import { actionNode, assessmentId, textOf } from './support.ts';

/** `HISTORIES=1000` runs the complete proof. Each history takes some seconds, and a long list more. */
const HISTORIES = Number(process.env.HISTORIES ?? 10);
const SEED = Number(process.env.SEED ?? 1);
const ROUNDS = 7;

/** With many people, the node reads the list of assignments instead of looking up each new person. */
const [FEW_PEOPLE, MANY_PEOPLE] = [6, 100];

/** The longest time until a change shows up, and a time after which every process is sure to see it. */
const MOST_LATE_MS = 10_000;
const SURELY_SHOWN_MS = MOST_LATE_MS + 5_000;

/** After this long, the node no longer expects an unanswered request to have created an assignment. */
const DOUBT_MS = 130_000;

const FAULTS: readonly Fault[] = [
	...[false, true].flatMap((after): Fault[] => [
		{ kind: 'cut', after },
		{ kind: 'hang', after },
		{ kind: 'status', status: 500, after },
	]),
	...[502, 504].map((status): Fault => ({ kind: 'status', status, after: true })),
	...[503, 429].map((status): Fault => ({ kind: 'status', status })),
	{ kind: 'status', status: 429, headers: { 'Retry-After': '1' } },
	...(['truncate', 'brokenJson', 'html'] as const).map((kind): Fault => ({ kind })),
];

/** What a service that's away for a while does to everyone's requests. No row may fail because of that. */
const OUTAGES: readonly Fault[] = [
	...[false, true].flatMap((after): Fault[] => [
		{ kind: 'cut', after },
		{ kind: 'status', status: 500, after },
	]),
	{ kind: 'status', status: 503, headers: { 'Retry-After': '5' } },
];

type Draw = ReturnType<typeof drawFor>;

function drawFor(number: number) {
	const random = createRandom(SEED * 100_000 + number).next;
	function pick<T>(...choices: readonly T[]): T {
		const choice = choices[Math.floor(random() * choices.length)];
		if (choice === undefined) throw new Error('Nothing to choose from');
		return choice;
	}
	return { random, pick };
}

function drawSettings({ random, pick }: Draw, isLong: boolean): Partial<Settings> {
	const late = () => (random() < 0.4 ? 0 : Math.floor(random() * MOST_LATE_MS));
	return {
		limits: null,
		appearAfterMs: { assignments: late(), score: late(), scores: 0 },
		reportedNames: pick('same', 'trailingBlank', 'otherCase'),
		listOrder: pick('creation', 'newestFirst', 'random'),
		emailsStored: pick('asGiven', 'lowerCase'),
		assignToTwoUsers: pick('refused', 'byEmail', 'byIdentifier'),
		pendingHasCompleted: pick(true, false),
		inProgressExpires: pick(false, true),
		// In a long list, the node doesn't look up people whose assignments the service leaves out, so they count as expired after all.
		expiredAssignments: isLong ? 'listed' : pick('listed', 'leftOut'),
		utcOffsetMinutes: pick(0, 120, -480),
	};
}

interface Invited {
	person: string;
	/** How items identify the person. With `either`, the service knows both identifiers, and each item has one of them. */
	kind: 'both' | 'email' | 'either';
	assessment: string;
}

function drawInvited({ random, pick }: Draw, assessmentIds: readonly string[], isLong: boolean): Invited[] {
	// Many new people who are named by their email address in one item and by their identifier in another aren't told apart.
	const kinds: Array<Invited['kind']> = isLong ? ['both', 'email'] : ['both', 'email', 'either'];
	return Array.from({ length: isLong ? MANY_PEOPLE : FEW_PEOPLE }, (_, index) => {
		const kind = pick(...kinds);
		const assessments = random() < 0.2 ? assessmentIds.slice(0, 2) : [pick(...assessmentIds)];
		return assessments.map((assessment) => ({ person: `p${index}`, kind, assessment }));
	}).flat();
}

function namesIn(person: string, by: 'both' | 'email' | 'identifier') {
	return { email: by === 'identifier' ? '' : `${person}@example.com`, identifier: by === 'email' ? '' : person };
}

/** A person's name, in one of its spellings. */
function nameOf(person: string, { pick }: Draw) {
	const [givenName, surname] = [`Zoë ${person}`, 'Müller-Lee'];
	return pick({ givenName, surname }, { givenName: `ZOE ${person}`, surname: 'Mueller' }, { givenName: '', surname });
}

/** The items of an execution. Some people occur in two of them, possibly identified in different ways. */
function itemsOf(draw: Draw, invited: readonly Invited[], execution: number): INodeExecutionData[] {
	const { random } = draw;
	return invited.flatMap((invitation) => {
		const { person, kind } = invitation;
		const [by, other] = execution === 0 ? (['email', 'identifier'] as const) : (['identifier', 'email'] as const);
		const names = namesIn(person, kind === 'either' ? by : kind);
		const email = random() < 0.2 ? names.email.toUpperCase() : names.email;
		const json = { ...invitation, ...names, email, ...nameOf(person, draw) };
		const again = kind === 'either' ? { ...json, ...namesIn(person, other) } : json;
		return [{ json }, ...(random() < 0.15 ? [{ json: again }] : [])];
	});
}

/**
 * Adds two people who already have an assignment. Returns items that mix up both of them, or one of them and a new sibling, or have
 * another name.
 */
async function addStrangers({ control }: Simulator, [assessment = '', former = '']: readonly string[]) {
	for (const name of ['stranger', 'other']) {
		const names = { givenName: 'Ada', surname: 'Fox' };
		const { userId } = await control.addUser({ email: `${name}@example.com`, uniqueIdentifier: name, ...names });
		await control.assign({ userId, assessmentId: former, assignedAt: monotonicClock.now() - 60 * 60_000 });
	}
	const [email, givenName, surname] = ['stranger@example.com', 'Bo', 'Roe'];
	return [
		...['other', 'sibling'].map((identifier) => ({ email, identifier })),
		{ email: '', identifier: 'other', givenName },
		{ email: 'other@example.com', identifier: '', givenName, surname },
	].map((named) => ({ json: { isMixed: true, ...named, assessment } }));
}

async function injectFaults({ random, pick }: Draw, { control }: Simulator): Promise<void> {
	const probability = 0.05 + random() * 0.4;
	for (const fault of FAULTS) {
		if (random() < 0.5) continue;
		const path = pick('/assign', '/assign', '/assignments', '/score', '/create-sign-in-token', '*');
		await control.inject({ match: { path }, fault, times: 'always', probability: probability * random() });
	}
}

/** Makes the service fail everything for up to half a minute, beginning before or in the middle of an execution. */
async function breakDown({ random, pick }: Draw, { control }: Simulator, end: AbortSignal): Promise<void> {
	const [fault, startsAfterMs, takesMs] = [pick(...OUTAGES), random() * 6_000, random() * 30_000];
	await monotonicClock.sleep(startsAfterMs, end);
	if (end.aborted) return;
	const { faultId } = await control.inject({ fault, times: 'always' });
	await monotonicClock.sleep(takesMs, end);
	await control.clearFaults({ faultId });
}

const STEPS: Readonly<Record<string, ReadonlyArray<'start' | 'finish' | 'score' | 'needsReview'>>> = {
	NotStarted: ['start', 'finish', 'needsReview'],
	InProgress: ['finish', 'score', 'needsReview'],
};

/** Lets some people make progress with their assignments. */
async function proceed({ random, pick }: Draw, { control }: Simulator, settings: Partial<Settings>): Promise<void> {
	for (const { assignments, scoreReports } of await control.users({ limit: 1_000 })) {
		for (const { userAssessmentId, status } of scoreReports) {
			if (random() < 0.4) continue;
			const expiresAt = assignments.find((one) => one.userAssessmentId === userAssessmentId)?.expiresAt ?? '';
			const canExpire = status === 'NotStarted' || (status === 'InProgress' && settings.inProgressExpires);
			if (canExpire && Date.parse(expiresAt) <= monotonicClock.now()) continue;
			await control[pick(...(STEPS[status] ?? (['score'] as const)))]({ userAssessmentId });
		}
	}
}

/** The IDs of a person's assignments of an assessment: all of them, the open ones, and the finished ones that count. */
interface Held {
	ids: string[];
	open: string[];
	finished: string[];
}

/** @returns how often people had an open assignment, a finished one that counts, and none, and whether the list was long */
async function history(number: number): Promise<number[]> {
	const draw = drawFor(number);
	const { random, pick } = draw;
	// By number, so that few histories have each case, too. 11 doesn't divide by the number of choices.
	const isLong = number % 11 === 0;
	const settings = drawSettings(draw, isLong);
	const simulator = await startSimulator({ seed: number + 1, empty: true, clock: virtualTime, settings });
	const { control, baseHost, apiKey } = simulator;
	const { assessments } = await control.state();
	const assessmentIds = assessments.map(({ assessmentId: id }) => id);
	const strangers = await addStrangers(simulator, assessmentIds);
	const invited = drawInvited(draw, assessmentIds, isLong);
	for (const person of new Set(invited.flatMap((one) => (one.kind === 'either' ? [one.person] : []))))
		await control.addUser({ email: `${person}@example.com`, uniqueIdentifier: person });
	const days = pick(0, 7, 30, 30, 90);
	const choices = POLICIES.filter((one) => one !== 'assignAgain');
	const ifAlreadyAssigned = choices[number % choices.length] ?? '';
	// With the other choices, a row whose link is lost fails.
	const onError = ifAlreadyAssigned !== 'returnExisting' || random() < 0.5 ? 'continueRegularOutput' : 'stopWorkflow';
	const what = `history ${number} of seed ${SEED}, ${ifAlreadyAssigned}, ${days} days, ${JSON.stringify(settings)}`;
	// The nodes remember an account by its URL, so a different URL simulates a different process.
	const hosts = [baseHost, baseHost.replace('127.0.0.1', 'localhost')];
	let host = baseHost;
	const counts: [open: number, finished: number, none: number, long: number] = [0, 0, 0, isLong ? 1 : 0];
	/** The assignments that an execution has output as new. */
	const outputAsNew = new Set<string>();

	/** Everyone's assignments according to the service. An assignment without a completion time counts as just finished. */
	async function holdings(): Promise<(invitation: Invited) => Held> {
		const users = await control.users({ limit: 1_000 });
		const now = monotonicClock.now();
		return ({ person, assessment }) => {
			const name = assessments.find(({ assessmentId: id }) => id === assessment)?.name.toLowerCase();
			const email = `${person}@example.com`;
			const user = users.find((one) => one.uniqueIdentifier === person || one.email?.toLowerCase() === email);
			const held: Held = { ids: [], open: [], finished: [] };
			for (const { userAssessmentId: id, assessmentName, expiresAt } of user?.assignments ?? []) {
				if (assessmentName.trim().toLowerCase() !== name) continue;
				held.ids.push(id);
				const report = user?.scoreReports.find(({ userAssessmentId }) => userAssessmentId === id);
				const { status = '', completed = null } = report ?? {};
				const isTimeShown = completed !== null && (status !== 'ScorePending' || settings.pendingHasCompleted);
				if (status in STEPS) {
					// Only an assignment that wasn't begun expires, and only if the service shows it.
					const canExpire = status === 'NotStarted' && settings.expiredAssignments === 'listed';
					if (!canExpire || Date.parse(expiresAt) > now) held.open.push(id);
				} else if (days > 0 && (!isTimeShown || Date.parse(completed) >= now - days * DAY_MS)) held.finished.push(id);
			}
			return held;
		};
	}

	/** Runs Assignment: Create. Returns the content of each output item with the input item that it belongs to. */
	async function inviteAll(execution: number, mayFail: boolean): Promise<Array<[json: IDataObject, of: IDataObject]>> {
		const items = itemsOf(draw, invited, execution);
		if (onError === 'continueRegularOutput') items.splice(Math.floor(random() * items.length), 0, ...strangers);
		const parameters = {
			...{ ...EACH_NAMED, assessmentId: assessmentId('={{ $json.assessment }}'), ifAlreadyAssigned },
			finishedCountsForDays: days,
		};
		const credentials = { apiKey, baseHost: host, apiVersion: '2020q3' };
		const node = actionNode(credentials, 'assignment.create', parameters, { settings: { onError }, mode: 'trigger' });
		const cancel = new AbortController();
		if (mayFail && random() < 0.2) void monotonicClock.sleep(random() * 20_000).then(() => cancel.abort());
		const running = executeWithRetries(node, items, { tries: pick(1, 3), signal: cancel.signal });
		const output = await running.catch((error: unknown) => {
			expect([mayFail, error], what).toEqual([true, expect.any(Error)]);
			return [];
		});
		// n8n drops the output of a canceled execution.
		return (cancel.signal.aborted ? [] : output).map(({ json, pairedItem }) => {
			const { item } = typeof pairedItem === 'object' && 'item' in pairedItem ? pairedItem : { item: -1 };
			return [json, items[item]?.json ?? {}];
		});
	}

	async function round(place: string, mayFail: boolean): Promise<void> {
		const before = await holdings();
		const keyOf = ({ person, assessment }: Invited) => `${person} ${assessment}`;
		/** The assignments that the node returned for people who didn't have one. */
		const returned = new Map(invited.map((invitation) => [keyOf(invitation), new Set<string>()]));
		const asNew: string[] = [];
		const executions = Array.from({ length: pick(1, 2) }, async (_, execution) => {
			for (const [json, of] of await inviteAll(execution, mayFail)) {
				const row = `${place}, ${JSON.stringify([of, json])}`;
				if (of.isMixed === true) {
					expect(json, row).toEqual({ error: expect.any(String) });
					continue;
				}
				const invitation = invited.find((one) => one.person === of.person && one.assessment === of.assessment);
				if (invitation === undefined) throw new Error(row);
				const { open, finished } = before(invitation);
				// The error for a lost link names the assignment, and the one of 'fail'.
				const error = JSON.stringify(json.error ?? '');
				const named = /\(userAssessmentId ([^)]+)\)/.exec(error)?.[1];
				const id = json.userAssessmentId ?? named;
				const isNew = json.alreadyAssigned === false || error.includes('the link was lost');
				if (id === undefined) {
					expect(mayFail, row).toBe(true);
					continue;
				}
				const isFinished = open.length === 0 && finished.length > 0;
				if (isNew) asNew.push(textOf(id));
				if (named === undefined) {
					// The link that works once has expired if an earlier execution made it without any output.
					const lasting = json.alreadyAssigned === false ? json.singleAssessmentSignInUrl : null;
					expect(json.signInUrl ?? lasting, row).toEqual(isFinished ? null : expect.any(String));
					expect([json.notInvitedBecause === null, json.storedName], row).toEqual([
						json.alreadyAssigned === false,
						null,
					]);
					if (ifAlreadyAssigned === 'skip') expect(json.alreadyAssigned, row).toBe(false);
					if (ifAlreadyAssigned !== 'returnExisting')
						expect(json.singleAssessmentSignInUrl, row).toEqual(expect.any(String));
				}
				if (isFinished) {
					expect(finished, row).toContain(id);
					if (named === undefined) expect(json, row).toMatchObject({ alreadyAssigned: true, signInUrlExpiresAt: null });
					counts[1] += 1;
				} else if (open.length > 0) {
					expect(open, row).toContain(id);
					// An earlier execution may have made it without any output.
					if (isNew) expect(outputAsNew, row).not.toContain(id);
					else if (named === undefined) expect(json.alreadyAssigned, row).toBe(true);
					counts[0] += 1;
				} else {
					returned.get(keyOf(invitation))?.add(textOf(id));
					counts[2] += 1;
				}
			}
		});
		await Promise.all(executions);
		const known = outputAsNew.size;
		for (const id of asNew) outputAsNew.add(id);
		expect(outputAsNew.size - known, place).toBe(asNew.length);
		const after = await holdings();
		for (const invitation of invited) {
			const { ids, open, finished } = before(invitation);
			const row = `${place}, ${JSON.stringify(invitation)}`;
			const added = after(invitation).ids.filter((id) => !ids.includes(id));
			const isHeld = open.length + finished.length > 0;
			expect(added.length, row).toBeLessThanOrEqual(isHeld ? 0 : 1);
			const seen = [...(returned.get(keyOf(invitation)) ?? [])];
			if (!mayFail || seen.length > 0) expect(seen, row).toEqual(added);
			if (!mayFail && !isHeld) expect(added, row).toHaveLength(1);
		}
	}

	let isInDoubt = false;
	for (let index = 0; index < ROUNDS; index += 1) {
		const isLast = index === ROUNDS - 1;
		const isFaulty = !isLast && random() < 0.6;
		if (isFaulty) await injectFaults(draw, simulator);
		if (random() < 0.3) {
			host = pick(...hosts);
			await monotonicClock.sleep(SURELY_SHOWN_MS);
		}
		const end = new AbortController();
		const outage = !isLast && random() < 0.4 ? breakDown(draw, simulator, end.signal) : undefined;
		await round(`${what}, round ${index}${outage ? ', with an outage' : ''}`, isFaulty || isInDoubt);
		end.abort();
		await outage;
		await control.clearFaults();
		const isShort = index < ROUNDS - 2 && random() < 0.5;
		isInDoubt = isShort && (isFaulty || isInDoubt);
		if (isShort) await monotonicClock.sleep(random() * 60_000);
		else {
			await monotonicClock.sleep(DOUBT_MS + random() * 5 * DAY_MS);
			await proceed(draw, simulator, settings);
			await monotonicClock.sleep(SURELY_SHOWN_MS + random() * pick(1, 20, 45) * DAY_MS);
		}
	}

	const users = await control.users({ limit: 1_000 });
	const isStranger = ({ email = '' }: (typeof users)[number]) => /^(stranger|other)@/.test(email);
	const ofStrangers = users.filter(isStranger).flatMap(({ assignments }) => assignments);
	expect(ofStrangers, what).toHaveLength(2);
	expect(users, what).toHaveLength(3 + new Set(invited.map(({ person }) => person)).size);
	await simulator.close();
	return counts;
}

it(
	`each person is assigned once, and not again soon after finishing, whatever fails: ${HISTORIES} histories`,
	{ timeout: HISTORIES * 60_000 },
	async () => {
		const total = [0, 0, 0, 0];
		for (let number = 0; number < HISTORIES; number += 1)
			for (const [kind, count] of (await history(number)).entries()) total[kind] = (total[kind] ?? 0) + count;
		// The histories don't prove anything about a case that never occurred.
		expect(Math.min(...total)).toBeGreaterThan(0);
	},
);
