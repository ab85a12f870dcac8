import type { INodeExecutionData } from 'n8n-workflow';
import { expect, it, vi } from 'vitest';

import { monotonicClock } from '../../../nodes/api/pacing/clock.ts';
import type { Fault, Simulator } from '../../../simulator/index.ts';
import type { Draw, Kind } from './histories.ts';
import { addKnown, beginHistory, HISTORIES, inviteAll, MOST_LATE_MS, namesIn } from './histories.ts';
import { assessmentId, textOf } from './support.ts';

// On the real clock, pacing would take hours.
vi.mock('../../../nodes/api/pacing/clock.ts', async () => await import('../support/hastyClock.ts'));

/** With many people, the node reads the list of assignments instead of looking up each person. */
const [FEW_PEOPLE, MANY_PEOPLE] = [6, 24];

/** The service recovers after this many rounds. */
const UNLUCKY_ROUNDS = 5;

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

interface Invited {
	person: string;
	kind: Kind;
	assessment: string;
}

const keyOf = ({ person, assessment }: Pick<Invited, 'person' | 'assessment'>) => `${person} ${assessment}`;

function drawInvited({ random, pick }: Draw, assessmentIds: readonly string[]): Invited[] {
	const count = random() < 0.25 ? MANY_PEOPLE : FEW_PEOPLE;
	return Array.from({ length: count }, (_, index) => {
		const person = `p${index}-${Math.floor(random() * 36 ** 6).toString(36)}`;
		const kind = pick<Kind>('both', 'email', 'either');
		const assessments = random() < 0.2 ? assessmentIds.slice(0, 2) : [pick(...assessmentIds)];
		return assessments.map((assessment) => ({ person, kind, assessment }));
	}).flat();
}

/** An execution's items. Some of them name the same person twice, in different ways. */
function itemsOf({ random }: Draw, invited: readonly Invited[], execution: number): INodeExecutionData[] {
	return invited.flatMap((invitation) => {
		const { person, kind } = invitation;
		const [by, other] = execution === 0 ? (['email', 'identifier'] as const) : (['identifier', 'email'] as const);
		const names = namesIn(person, kind === 'either' ? by : kind);
		const email = random() < 0.2 ? names.email.toUpperCase() : names.email;
		const json = { ...invitation, ...names, email };
		const again = kind === 'either' ? { ...json, ...namesIn(person, other) } : json;
		return [{ json }, ...(random() < 0.15 ? [{ json: again }] : [])];
	});
}

/** Two people who already had an assignment, and items that refer to both of them, or to one of them and a new sibling. */
async function addStrangers({ control }: Simulator, [assessment = '', former = '']: readonly string[]) {
	for (const name of ['stranger', 'other']) {
		const { userId } = await control.addUser({ email: `${name}@example.com`, uniqueIdentifier: name });
		await control.assign({ userId, assessmentId: former, assignedAt: monotonicClock.now() - 60 * 60_000 });
	}
	return ['other', 'sibling'].map((identifier) => ({
		json: { isMixed: true, email: 'stranger@example.com', identifier, assessment },
	}));
}

async function injectFaults({ random, pick }: Draw, { control }: Simulator): Promise<void> {
	const probability = 0.05 + random() * 0.4;
	for (const fault of FAULTS) {
		if (random() < 0.5) continue;
		const path = pick('/assign', '/assign', '/assignments', '/score', '/create-sign-in-token', '*');
		// A request that hangs takes a real second.
		const share = probability * random() * (fault.kind === 'hang' ? 0.02 : 1);
		await control.inject({ match: { path }, fault, times: 'always', probability: share });
	}
}

async function history(number: number): Promise<void> {
	const { simulator, assessments, what, ...draw } = await beginHistory(number, ({ pick }) => ({
		assignToTwoUsers: pick('refused', 'byEmail', 'byIdentifier'),
	}));
	const { random, pick } = draw;
	const { control, baseHost, apiKey } = simulator;
	// The nodes keep their knowledge of an account by its URL, so a different URL simulates a different process.
	const hosts = [baseHost, baseHost.replace('127.0.0.1', 'localhost')];
	let host = baseHost;
	const assessmentIds = assessments.map(({ assessmentId: id }) => id);
	const strangers = await addStrangers(simulator, assessmentIds);
	const invited = drawInvited(draw, assessmentIds);
	await addKnown(simulator, invited);
	const ifAlreadyAssigned = random() < 0.8 ? 'returnExisting' : 'fail';
	const onError = ifAlreadyAssigned === 'fail' || random() < 0.5 ? 'continueRegularOutput' : 'stopWorkflow';
	const chosen = { assessmentId: assessmentId('={{ $json.assessment }}'), ifAlreadyAssigned, options: { timeout: 1 } };
	/** The assignments that the node returned, by person and assessment. */
	const reported = new Map<string, Set<string>>();
	let left = invited;

	async function executeOnce(execution: number): Promise<void> {
		const items = itemsOf(draw, ifAlreadyAssigned === 'fail' ? left : invited, execution);
		if (onError === 'continueRegularOutput') items.splice(Math.floor(random() * items.length), 0, ...strangers);
		const output = await inviteAll({ apiKey, baseHost: host }, chosen, items, onError).catch((error: unknown) => {
			expect(error, what).toBeInstanceOf(Error);
			return [];
		});
		for (const [json, { person, assessment, isMixed }] of output) {
			if (isMixed === true) {
				expect(json, what).toEqual({ error: expect.any(String) });
				continue;
			}
			// With 'fail', the assignment can exist even though no link was returned. The next round shows which is the case.
			const held = /already has .*\(userAssessmentId ([^)]+)\)/.exec(JSON.stringify(json))?.[1];
			const userAssessmentId = json.userAssessmentId ?? held;
			if (userAssessmentId === undefined) continue;
			if (held === undefined) expect(json.signInUrl, what).toEqual(expect.any(String));
			const key = keyOf({ person: textOf(person), assessment: textOf(assessment) });
			reported.set(key, (reported.get(key) ?? new Set()).add(textOf(userAssessmentId)));
		}
	}

	for (let round = 0; left.length > 0; round += 1) {
		expect(round, what).toBeLessThan(UNLUCKY_ROUNDS + 3);
		await control.clearFaults();
		if (round < UNLUCKY_ROUNDS) await injectFaults(draw, simulator);
		if (random() < 0.3) {
			host = pick(...hosts);
			await monotonicClock.sleep(MOST_LATE_MS + 5_000);
		}
		await Promise.all([executeOnce(0), executeOnce(1)]);
		left = left.filter((invitation) => !reported.has(keyOf(invitation)));
		await monotonicClock.sleep(round + 1 < UNLUCKY_ROUNDS ? random() * 60_000 : 130_000);
	}

	await control.configure({ appearAfterMs: { assignments: 0, score: 0, scores: 0 }, reportedNames: 'same' });
	const idOf = (name: string) => assessments.find((assessment) => assessment.name === name)?.assessmentId ?? '';
	const users = await control.users({ limit: 10_000 });
	const isStranger = ({ email = '' }: (typeof users)[number]) => /^(stranger|other)@/.test(email);
	const before = users.filter(isStranger).flatMap(({ assignments }) => assignments);
	expect(before, what).toHaveLength(2);
	const made = users
		.filter((user) => !isStranger(user))
		.flatMap(({ email = '', uniqueIdentifier, assignments }) =>
			assignments.map(({ assessmentName, userAssessmentId }) => {
				const person = uniqueIdentifier || email.toLowerCase().replace('@example.com', '');
				return { key: keyOf({ person, assessment: idOf(assessmentName) }), userAssessmentId };
			}),
		);
	expect(made.map(({ key }) => key).sort(), what).toEqual([...new Set(invited.map(keyOf))].sort());
	for (const { key, userAssessmentId } of made)
		expect([...(reported.get(key) ?? [])], what).toEqual([userAssessmentId]);
	await simulator.close();
}

it(
	`simultaneous executions, and processes in turn, assign each person once, whatever fails: ${HISTORIES} histories`,
	{ timeout: HISTORIES * 60_000 },
	async () => {
		for (let number = 0; number < HISTORIES; number += 1) await history(number);
	},
);
