import { describe, expect, it, vi } from 'vitest';

import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { monotonicClock } from '../../../nodes/api/pacing/clock.ts';
import type { Fault, Settings, Simulator } from '../../../simulator/index.ts';
import { startSimulator } from '../../../simulator/index.ts';
import { seededRandom } from '../../unit/pacing/support/randomness.ts';
import { actionNode, assessmentId, textOf } from './support.ts';
import { execute } from '../support/n8nContext.ts';

// Pacing would take hours of real time.
vi.mock('../../../nodes/api/pacing/clock.ts', async () => await import('../support/hastyClock.ts'));

/** `HISTORIES=1000` for the whole proof; each history takes about a second. */
const HISTORIES = Number(process.env.HISTORIES ?? 20);
const SEED = Number(process.env.SEED ?? 1);

/** With more, the list of assignments says about whom nobody need be asked. */
const FEW_PEOPLE = 6;
const MANY_PEOPLE = 24;

/** After so many unlucky rounds the service recovers. */
const UNLUCKY_ROUNDS = 5;

/** An assignment shows up at most so late. Another process that reads after that knows of it. */
const MOST_LATE_MS = 10_000;

type Random = () => number;

function pick<T>(random: Random, choices: readonly T[]): T {
	const choice = choices[Math.floor(random() * choices.length)];
	if (choice === undefined) throw new Error('Nothing to choose from');
	return choice;
}

const FAULTS: readonly Fault[] = [
	{ kind: 'cut' },
	{ kind: 'cut', after: true },
	{ kind: 'hang' },
	{ kind: 'hang', after: true },
	{ kind: 'status', status: 500 },
	{ kind: 'status', status: 500, after: true },
	{ kind: 'status', status: 502, after: true },
	{ kind: 'status', status: 503 },
	{ kind: 'status', status: 504, after: true },
	{ kind: 'status', status: 429 },
	{ kind: 'status', status: 429, headers: { 'Retry-After': '1' } },
	{ kind: 'truncate' },
	{ kind: 'brokenJson' },
	{ kind: 'html' },
];

/** Which names the person is invited by; `either` is known to the service by both, and each time one is used. */
type Kind = 'both' | 'email' | 'either';

interface Invited {
	person: string;
	kind: Kind;
	assessment: string;
}

function draw(random: Random, assessmentIds: readonly string[]): Invited[] {
	const count = random() < 0.25 ? MANY_PEOPLE : FEW_PEOPLE;
	return Array.from({ length: count }, (_, index) => {
		const person = `p${index}-${Math.floor(random() * 36 ** 6).toString(36)}`;
		const kind = pick<Kind>(random, ['both', 'email', 'either']);
		const assessments = random() < 0.2 ? assessmentIds.slice(0, 2) : [pick(random, assessmentIds)];
		return assessments.map((assessment) => ({ person, kind, assessment }));
	}).flat();
}

/** An item of each execution: some name the person twice, and in different ways. */
function itemsOf(random: Random, invited: readonly Invited[], execution: number): INodeExecutionData[] {
	return invited.flatMap((invitation) => {
		const { person, kind } = invitation;
		const address = `${person}@example.com`;
		const email = random() < 0.2 ? address.toUpperCase() : address;
		const byEmail = kind === 'email' || (kind === 'either' && execution === 0);
		const json = {
			...{ ...invitation, email: kind === 'both' || byEmail ? email : '' },
			identifier: kind === 'both' || (kind === 'either' && !byEmail) ? person : '',
		};
		const other =
			kind === 'either' ? { ...json, email: byEmail ? '' : address, identifier: byEmail ? person : '' } : json;
		return [{ json }, ...(random() < 0.15 ? [{ json: other }] : [])];
	});
}

/** Two people who were assigned something before, and items that mean both of them, or one of them and a new sibling. */
async function addStrangers(
	control: Simulator['control'],
	assessmentIds: readonly string[],
): Promise<INodeExecutionData[]> {
	const [assessment = '', former = ''] = assessmentIds;
	for (const name of ['stranger', 'other']) {
		const { userId } = await control.addUser({ email: `${name}@example.com`, uniqueIdentifier: name });
		await control.assign({ userId, assessmentId: former, assignedAt: monotonicClock.now() - 60 * 60_000 });
	}
	return ['other', 'sibling'].map((identifier) => ({
		json: { isMixed: true, email: 'stranger@example.com', identifier, assessment },
	}));
}

function settingsOf(random: Random): Partial<Settings> {
	const late = () => (random() < 0.4 ? 0 : Math.floor(random() * MOST_LATE_MS));
	return {
		appearAfterMs: { assignments: late(), score: late(), scores: 0 },
		reportedNames: pick(random, ['same', 'trailingBlank', 'otherCase']),
		listOrder: pick(random, ['creation', 'newestFirst', 'random']),
		emailsStored: pick(random, ['asGiven', 'lowerCase']),
		assignToTwoUsers: pick(random, ['refused', 'byEmail', 'byIdentifier']),
	};
}

const PARAMETERS: INodeParameters = {
	assessmentId: assessmentId('={{ $json.assessment }}'),
	emailAddress: '={{ $json.email }}',
	uniqueIdentifier: '={{ $json.identifier }}',
	options: { timeout: 1 },
};

const keyOf = ({ person, assessment }: Pick<Invited, 'person' | 'assessment'>) => `${person} ${assessment}`;

async function injectFaults(random: Random, { control }: Simulator): Promise<void> {
	const probability = 0.05 + random() * 0.4;
	for (const fault of FAULTS) {
		if (random() < 0.5) continue;
		const path = pick(random, ['/assign', '/assign', '/assignments', '/score', '/create-sign-in-token', '*']);
		// A request that hangs takes a second of real time.
		const share = probability * random() * (fault.kind === 'hang' ? 0.02 : 1);
		await control.inject({ match: { path }, fault, times: 'always', probability: share });
	}
}

describe('random faults while people are invited by two executions at once and two processes in turn, until everybody is', () => {
	async function history(number: number): Promise<void> {
		const random = seededRandom(SEED * 100_000 + number);
		const settings = { limits: null, ...settingsOf(random) };
		const what = `history ${number} of seed ${SEED}, ${JSON.stringify(settings)}`;
		const clock = { now: () => monotonicClock.now() };
		const simulator = await startSimulator({ seed: number + 1, empty: true, clock, settings });
		const { control, baseHost, apiKey } = simulator;
		// What the nodes keep of an account is kept by its address: under another one, they are another process.
		const hosts = [baseHost, baseHost.replace('127.0.0.1', 'localhost')];
		let host = baseHost;
		const assessmentIds = (await control.state()).assessments.map(({ assessmentId: id }) => id);
		const strangers = await addStrangers(control, assessmentIds);
		const invited = draw(random, assessmentIds);
		for (const person of new Set(invited.filter(({ kind }) => kind === 'either').map(({ person: name }) => name))) {
			await control.addUser({ email: `${person}@example.com`, uniqueIdentifier: person });
		}
		const ifAlreadyAssigned = random() < 0.8 ? 'returnExisting' : 'fail';
		const onError = ifAlreadyAssigned === 'fail' || random() < 0.5 ? 'continueRegularOutput' : 'stopWorkflow';
		const reported = new Map<string, Set<string>>();
		let left = invited;
		for (let round = 0; left.length > 0; round += 1) {
			expect(round, what).toBeLessThan(UNLUCKY_ROUNDS + 3);
			await control.clearFaults();
			if (round < UNLUCKY_ROUNDS) await injectFaults(random, simulator);
			if (random() < 0.3) {
				host = pick(random, hosts);
				await monotonicClock.sleep(MOST_LATE_MS + 5_000);
			}
			const credentials = { apiKey, baseHost: host, apiVersion: '2020q3' };
			const node = actionNode(
				credentials,
				'assignment.create',
				{ ...PARAMETERS, ifAlreadyAssigned },
				{ settings: { onError } },
			);
			const executions = [0, 1].map(async (execution) => {
				const proper = itemsOf(random, ifAlreadyAssigned === 'fail' ? left : invited, execution);
				const mixed = onError === 'continueRegularOutput' ? strangers : [];
				const place = Math.floor(random() * proper.length);
				const items = [...proper.slice(0, place), ...mixed, ...proper.slice(place)];
				const output = await execute(node, items).catch((error: unknown) => {
					expect(error, what).toBeInstanceOf(Error);
					return [];
				});
				for (const { json, pairedItem } of output) {
					const { item } = typeof pairedItem === 'object' && 'item' in pairedItem ? pairedItem : { item: -1 };
					const { person, assessment, isMixed } = items[item]?.json ?? {};
					if (isMixed === true) {
						expect(json, what).toEqual({ error: expect.any(String) });
						continue;
					}
					// With 'fail', it can be made although its link was not: the next round tells which it is.
					const held = /already has .*\(userAssessmentId ([^)]+)\)/.exec(JSON.stringify(json))?.[1];
					const userAssessmentId = json.userAssessmentId ?? held;
					if (userAssessmentId === undefined) continue;
					if (held === undefined) expect(json.signInUrl, what).toEqual(expect.any(String));
					const key = keyOf({ person: textOf(person), assessment: textOf(assessment) });
					reported.set(key, (reported.get(key) ?? new Set()).add(textOf(userAssessmentId)));
				}
			});
			await Promise.all(executions);
			left = left.filter((invitation) => !reported.has(keyOf(invitation)));
			const pause = round + 1 < UNLUCKY_ROUNDS ? random() * 60_000 : 130_000;
			await monotonicClock.sleep(pause);
		}
		await control.configure({ appearAfterMs: { assignments: 0, score: 0, scores: 0 }, reportedNames: 'same' });
		const { assessments } = await control.state();
		const idOf = (name: string) => assessments.find((assessment) => assessment.name === name)?.assessmentId ?? '';
		const users = await control.users({ limit: 10_000 });
		const isStranger = ({ email = '' }: (typeof users)[number]) => /^(stranger|other)@/.test(email);
		const made = users
			.filter((user) => !isStranger(user))
			.flatMap(({ email, uniqueIdentifier, assignments }) =>
				assignments.map(({ assessmentName, userAssessmentId }) => ({
					key: keyOf({
						person: uniqueIdentifier || (email?.toLowerCase().split('@')[0] ?? ''),
						assessment: idOf(assessmentName),
					}),
					userAssessmentId,
				})),
			);
		expect(
			users.filter(isStranger).flatMap(({ assignments }) => assignments),
			what,
		).toHaveLength(2);
		expect(made.map(({ key }) => key).sort(), what).toEqual([...new Set(invited.map(keyOf))].sort());
		for (const { key, userAssessmentId } of made)
			expect([...(reported.get(key) ?? [])], what).toEqual([userAssessmentId]);
		await simulator.close();
	}

	it(`gives everyone exactly one assignment: ${HISTORIES} histories`, { timeout: HISTORIES * 60_000 }, async () => {
		for (let number = 0; number < HISTORIES; number += 1) await history(number);
	});
});
