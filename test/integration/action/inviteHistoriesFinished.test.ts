import { expect, it, vi } from 'vitest';

import { monotonicClock } from '../../../nodes/api/pacing/clock.ts';
import { startSimulator } from '../../../simulator/index.ts';
import { seededRandom } from '../../unit/pacing/support/randomness.ts';
import { execute } from '../support/n8nContext.ts';
import { actionNode, assessmentId, textOf } from './support.ts';

// Weeks pass.
vi.mock('../../../nodes/api/pacing/clock.ts', async () => await import('../support/hastyClock.ts'));

/** `HISTORIES=300` for the whole proof. */
const HISTORIES = Number(process.env.HISTORIES ?? 20);
const SEED = Number(process.env.SEED ?? 1);
const ROUNDS = 5;
const DAY_MS = 24 * 60 * 60_000;
const MOST_LATE_MS = 10_000;

type Step = 'start' | 'finish' | 'score' | 'needsReview';

async function history(number: number): Promise<Record<string, number>> {
	const random = seededRandom(SEED * 100_000 + number);
	const pick = <T>(...choices: T[]): T => choices[Math.floor(random() * choices.length)] as T;
	const late = () => pick(0, 0, Math.floor(random() * MOST_LATE_MS));
	const days = pick(0, 7, 30, 30, 90);
	const settings = {
		limits: null,
		appearAfterMs: { assignments: late(), score: late(), scores: 0 },
		pendingHasCompleted: pick(true, false),
		reportedNames: pick('same' as const, 'trailingBlank' as const, 'otherCase' as const),
		listOrder: pick('creation' as const, 'newestFirst' as const, 'random' as const),
		emailsStored: pick('asGiven' as const, 'lowerCase' as const),
		utcOffsetMinutes: pick(0, 120, -480),
	};
	const what = `history ${number} of seed ${SEED}, ${days} days, ${JSON.stringify(settings)}`;
	const clock = { now: () => monotonicClock.now() };
	const simulator = await startSimulator({ seed: number + 1, empty: true, clock, settings });
	const { control, baseHost, apiKey } = simulator;
	const { assessments } = await control.state();
	const people = Array.from({ length: pick(3, 26) }, (_, index) => ({
		name: `p${index}`,
		kind: pick<'both' | 'email' | 'either'>('both', 'email', 'either'),
	}));
	for (const { name, kind } of people) {
		if (kind === 'either') await control.addUser({ email: `${name}@example.com`, uniqueIdentifier: name });
	}
	const counts: Record<string, number> = { open: 0, finished: 0, none: 0 };

	/** The truth, of one assessment. */
	async function heldBy(name: string, assessmentName: string) {
		const users = await control.users({ limit: 1_000 });
		const user = users.find(
			({ email, uniqueIdentifier }) => uniqueIdentifier === name || email?.toLowerCase() === `${name}@example.com`,
		);
		const now = monotonicClock.now();
		const ids = new Set<string>();
		const [open, finished]: [string[], string[]] = [[], []];
		for (const assignment of user?.assignments ?? []) {
			const { userAssessmentId } = assignment;
			if (assignment.assessmentName.trim().toLowerCase() !== assessmentName.toLowerCase()) continue;
			ids.add(userAssessmentId);
			const report = user?.scoreReports.find((candidate) => candidate.userAssessmentId === userAssessmentId);
			const { status = '', completed = null } = report ?? {};
			if (status === 'NotStarted' || status === 'InProgress') {
				if (Date.parse(assignment.expiresAt) > now) open.push(userAssessmentId);
				continue;
			}
			// What shows no time of completion counts as just finished.
			const isTimeShown = completed !== null && (status !== 'ScorePending' || settings.pendingHasCompleted);
			const isCounted = days > 0 && (!isTimeShown || Date.parse(completed) >= now - days * DAY_MS);
			if (isCounted) finished.push(userAssessmentId);
		}
		return { ids, open, finished };
	}

	for (let round = 0; round < ROUNDS; round += 1) {
		await control.clearFaults();
		const mayFail = random() < 0.3;
		if (mayFail) {
			const probability = random() * 0.3;
			await control.inject({
				match: { path: '/assign' },
				fault: { kind: 'cut', after: true },
				times: 'always',
				probability,
			});
			const fault = { kind: 'status' as const, status: 500 };
			await control.inject({ match: { path: '/assignments' }, fault, times: 'always', probability });
		}
		const assessment = pick(0, 0, 1);
		const { assessmentId: id = '', name: assessmentName = '' } = assessments[assessment] ?? {};
		const before = new Map<string, Awaited<ReturnType<typeof heldBy>>>();
		for (const { name } of people) before.set(name, await heldBy(name, assessmentName));
		const parameters = {
			assessmentId: assessmentId(id),
			emailAddress: '={{ $json.email }}',
			uniqueIdentifier: '={{ $json.identifier }}',
			ifAlreadyAssigned: 'returnExisting',
			finishedCountsForDays: days,
		};
		const node = actionNode({ apiKey, baseHost, apiVersion: '2020q3' }, 'assignment.create', parameters, {
			settings: { onError: 'continueRegularOutput' },
		});
		const made = new Map<string, Set<string>>();
		const executions = Array.from({ length: pick(1, 2) }, async () => {
			const items = people.map(({ name, kind }) => {
				const by = kind === 'either' ? pick('email', 'identifier') : kind;
				const email = by === 'identifier' ? '' : `${name}@example.com`;
				return { json: { name, email, identifier: by === 'email' ? '' : name } };
			});
			const output = await execute(node, items);
			for (const { json, pairedItem } of output) {
				const { item } = typeof pairedItem === 'object' && 'item' in pairedItem ? pairedItem : { item: -1 };
				const name = textOf(items[item]?.json.name);
				const row = `${what}, round ${round}, ${name}: ${JSON.stringify(json)}`;
				const { open = [], finished = [] } = before.get(name) ?? {};
				if (json.userAssessmentId === undefined) {
					expect(mayFail, row).toBe(true);
					continue;
				}
				const given = textOf(json.userAssessmentId);
				if (open.length > 0) {
					expect(open, row).toContain(given);
					expect(json, row).toMatchObject({ alreadyAssigned: true, signInUrl: expect.any(String) });
					counts.open = (counts.open ?? 0) + 1;
				} else if (finished.length > 0) {
					expect(finished, row).toContain(given);
					expect(json, row).toMatchObject({ alreadyAssigned: true, signInUrl: null, singleAssessmentSignInUrl: null });
					expect(['ScorePending', 'Completed', 'NeedsReview'], row).toContain(json.status);
					counts.finished = (counts.finished ?? 0) + 1;
				} else {
					made.set(name, (made.get(name) ?? new Set()).add(given));
					counts.none = (counts.none ?? 0) + 1;
				}
			}
		});
		await Promise.all(executions);
		for (const { name } of people) {
			const { ids: idsBefore = new Set<string>(), open = [], finished = [] } = before.get(name) ?? {};
			const added = [...(await heldBy(name, assessmentName)).ids].filter((one) => !idsBefore.has(one));
			const row = `${what}, round ${round}, ${name}`;
			if (open.length + finished.length > 0) expect(added, row).toEqual([]);
			else if (!mayFail) expect(added, row).toEqual([...(made.get(name) ?? [])]);
			expect(added.length, row).toBeLessThanOrEqual(1);
		}
		await monotonicClock.sleep(MOST_LATE_MS + 5_000);
		await monotonicClock.sleep(random() * 5 * DAY_MS);
		for (const { assignments, scoreReports } of await control.users({ limit: 1_000 })) {
			for (const { userAssessmentId, status } of scoreReports) {
				if (random() < 0.4) continue;
				const expiresAt = assignments.find((one) => one.userAssessmentId === userAssessmentId)?.expiresAt ?? '';
				const isOpen = status === 'NotStarted' || status === 'InProgress';
				if (isOpen && Date.parse(expiresAt) <= monotonicClock.now()) continue;
				const steps: Step[] =
					status === 'NotStarted'
						? ['start', 'finish', 'needsReview']
						: isOpen
							? ['finish', 'score', 'needsReview']
							: ['score'];
				await control[pick(...steps)]({ userAssessmentId });
			}
		}
		await monotonicClock.sleep(MOST_LATE_MS + 5_000);
		await monotonicClock.sleep(random() * pick(1, 20, 45) * DAY_MS);
	}
	await simulator.close();
	return counts;
}

it(
	`people who finished recently aren't invited again: ${HISTORIES} histories`,
	{ timeout: HISTORIES * 60_000 },
	async () => {
		const total: Record<string, number> = {};
		for (let number = 0; number < HISTORIES; number += 1) {
			for (const [kind, count] of Object.entries(await history(number))) total[kind] = (total[kind] ?? 0) + count;
		}
		console.log(`What the people had, over all rounds: ${JSON.stringify(total)}`);
	},
);
