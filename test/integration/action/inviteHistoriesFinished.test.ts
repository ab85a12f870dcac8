import { expect, it, vi } from 'vitest';

import { monotonicClock } from '../../../nodes/api/pacing/clock.ts';
import type { Simulator } from '../../../simulator/index.ts';
import type { Draw, Kind } from './histories.ts';
import { addKnown, beginHistory, HISTORIES, inviteAll, MOST_LATE_MS, namesIn } from './histories.ts';
import { DAY_MS } from './invitations.ts';
import { assessmentId, textOf } from './support.ts';

// The histories span weeks.
vi.mock('../../../nodes/api/pacing/clock.ts', async () => await import('../support/hastyClock.ts'));

const ROUNDS = 5;

/** A person's assignments of an assessment before a round: all of them, the open ones, and the finished ones that count. */
interface Held {
	ids: string[];
	open: string[];
	finished: string[];
}

type Step = 'start' | 'finish' | 'score' | 'needsReview';

const STEPS: Readonly<Record<string, readonly Step[]>> = {
	NotStarted: ['start', 'finish', 'needsReview'],
	InProgress: ['finish', 'score', 'needsReview'],
};

/** Some people make progress with their assignments. */
async function proceed({ random, pick }: Draw, { control }: Simulator): Promise<void> {
	for (const { assignments, scoreReports } of await control.users({ limit: 1_000 })) {
		for (const { userAssessmentId, status } of scoreReports) {
			if (random() < 0.4) continue;
			const expiresAt = assignments.find((one) => one.userAssessmentId === userAssessmentId)?.expiresAt ?? '';
			if (status in STEPS && Date.parse(expiresAt) <= monotonicClock.now()) continue;
			await control[pick(...(STEPS[status] ?? (['score'] as const)))]({ userAssessmentId });
		}
	}
}

/** @returns how often people had an open assignment, a finished one that counts, and none */
async function history(number: number): Promise<[open: number, finished: number, none: number]> {
	const { simulator, assessments, settings, ...draw } = await beginHistory(number, ({ pick }) => ({
		pendingHasCompleted: pick(true, false),
		utcOffsetMinutes: pick(0, 120, -480),
	}));
	const { random, pick } = draw;
	const days = pick(0, 7, 30, 30, 90);
	const what = `${draw.what}, ${days} days`;
	const { control } = simulator;
	const people = Array.from({ length: pick(3, 26) }, (_, index) => ({
		person: `p${index}`,
		kind: pick<Kind>('both', 'email', 'either'),
	}));
	await addKnown(simulator, people);
	const counts: [number, number, number] = [0, 0, 0];

	/** A person's assignments according to the service. An assignment without a completion time counts as just finished. */
	async function heldBy(person: string, assessmentName: string): Promise<Held> {
		const email = `${person}@example.com`;
		const user = (await control.users({ limit: 1_000 })).find(
			(one) => one.uniqueIdentifier === person || one.email?.toLowerCase() === email,
		);
		const now = monotonicClock.now();
		const held: Held = { ids: [], open: [], finished: [] };
		for (const { userAssessmentId: id, ...assignment } of user?.assignments ?? []) {
			if (assignment.assessmentName.trim().toLowerCase() !== assessmentName.toLowerCase()) continue;
			held.ids.push(id);
			const report = user?.scoreReports.find(({ userAssessmentId }) => userAssessmentId === id);
			const { status = '', completed = null } = report ?? {};
			const isTimeShown = completed !== null && (status !== 'ScorePending' || settings.pendingHasCompleted);
			if (status in STEPS) {
				if (Date.parse(assignment.expiresAt) > now) held.open.push(id);
			} else if (days > 0 && (!isTimeShown || Date.parse(completed) >= now - days * DAY_MS)) held.finished.push(id);
		}
		return held;
	}

	async function round(place: string): Promise<void> {
		await control.clearFaults();
		const mayFail = random() < 0.3;
		if (mayFail) {
			const often = { times: 'always', probability: random() * 0.3 } as const;
			await control.inject({ match: { path: '/assign' }, fault: { kind: 'cut', after: true }, ...often });
			await control.inject({ match: { path: '/assignments' }, fault: { kind: 'status', status: 500 }, ...often });
		}
		const { assessmentId: id = '', name = '' } = assessments[pick(0, 0, 1)] ?? {};
		const before = new Map<string, Held>();
		for (const { person } of people) before.set(person, await heldBy(person, name));
		const chosen = { assessmentId: assessmentId(id), finishedCountsForDays: days };
		/** The assignments that the node reported as new, for people who had none. */
		const made = new Map(people.map(({ person }) => [person, new Set<string>()]));
		const executions = Array.from({ length: pick(1, 2) }, async () => {
			const items = people.map(({ person, kind }) => ({
				json: { person, ...namesIn(person, kind === 'either' ? pick('email', 'identifier') : kind) },
			}));
			for (const [json, of] of await inviteAll(simulator, chosen, items)) {
				const person = textOf(of.person);
				const row = `${place}, ${person}: ${JSON.stringify(json)}`;
				const { open = [], finished = [] } = before.get(person) ?? {};
				if (json.userAssessmentId === undefined) {
					expect(mayFail, row).toBe(true);
				} else if (open.length > 0) {
					expect(open, row).toContain(json.userAssessmentId);
					expect(json, row).toMatchObject({ alreadyAssigned: true, signInUrl: expect.any(String) });
					counts[0] += 1;
				} else if (finished.length > 0) {
					expect(finished, row).toContain(json.userAssessmentId);
					expect(json, row).toMatchObject({ alreadyAssigned: true, signInUrl: null, singleAssessmentSignInUrl: null });
					expect(['ScorePending', 'Completed', 'NeedsReview'], row).toContain(json.status);
					counts[1] += 1;
				} else {
					made.get(person)?.add(textOf(json.userAssessmentId));
					counts[2] += 1;
				}
			}
		});
		await Promise.all(executions);
		for (const [person, { ids, open, finished }] of before) {
			const added = (await heldBy(person, name)).ids.filter((one) => !ids.includes(one));
			if (open.length + finished.length > 0) expect(added, `${place}, ${person}`).toEqual([]);
			else if (!mayFail) expect(added, `${place}, ${person}`).toEqual([...(made.get(person) ?? [])]);
			expect(added.length, `${place}, ${person}`).toBeLessThanOrEqual(1);
		}
	}

	for (let index = 0; index < ROUNDS; index += 1) {
		await round(`${what}, round ${index}`);
		await monotonicClock.sleep(MOST_LATE_MS + 5_000 + random() * 5 * DAY_MS);
		await proceed(draw, simulator);
		await monotonicClock.sleep(MOST_LATE_MS + 5_000 + random() * pick(1, 20, 45) * DAY_MS);
	}
	await simulator.close();
	return counts;
}

it(
	`people who finished recently aren't invited again: ${HISTORIES} histories`,
	{ timeout: HISTORIES * 60_000 },
	async () => {
		const total = [0, 0, 0];
		for (let number = 0; number < HISTORIES; number += 1) {
			for (const [kind, count] of (await history(number)).entries()) total[kind] = (total[kind] ?? 0) + count;
		}
		// The histories don't prove anything about a case that never occurred.
		expect(Math.min(...total)).toBeGreaterThan(0);
	},
);
