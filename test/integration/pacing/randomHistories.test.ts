import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { Fault, Simulator } from '../../../simulator/index.ts';
import { startSimulator } from '../../../simulator/index.ts';
import { seededRandom } from '../../unit/pacing/support/randomness.ts';
import { assessmentId, run, textOf } from '../action/support.ts';

// Pacing would take hours of real time: every wait is over at once, and time is what was waited.
vi.mock('../../../nodes/api/pacing/clock.ts', () => {
	let now = Date.now();
	return {
		systemClock: {
			now: () => now,
			sleep: async (ms: number) => {
				const end = now + ms;
				await new Promise((resolve) => setImmediate(resolve));
				now = Math.max(now, end);
			},
		},
	};
});

/** `HISTORIES=1000` for the whole proof; each history takes about a second. */
const HISTORIES = Number(process.env.HISTORIES ?? 25);
const SEED = Number(process.env.SEED ?? 1);
const INVITATIONS = 20;

type Random = () => number;

function pick<T>(random: Random, choices: readonly T[]): T {
	const choice = choices[Math.floor(random() * choices.length)];
	if (choice === undefined) throw new Error('Nothing to choose from');
	return choice;
}

const FAULTS: readonly Fault[] = [
	{ kind: 'cut' },
	{ kind: 'cut', after: true },
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

/** Twenty invitations; some people are invited twice in one run, and named in different ways. */
function invitations(random: Random, assessmentIds: readonly string[]): INodeExecutionData[] {
	const items: INodeExecutionData[] = [];
	while (items.length < INVITATIONS) {
		const person = `p-${randomOf(random)}`;
		const json = { email: `${person}@example.com`, identifier: person, assessment: pick(random, assessmentIds) };
		items.push({ json });
		if (random() < 0.15) items.push({ json: { ...json, email: json.email.toUpperCase() } });
	}
	return items.slice(0, INVITATIONS);
}

function randomOf(random: Random): string {
	return Math.floor(random() * 36 ** 8).toString(36);
}

const PARAMETERS: INodeParameters = {
	assessmentId: assessmentId('={{ $json.assessment }}'),
	emailAddress: '={{ $json.email }}',
	uniqueIdentifier: '={{ $json.identifier }}',
	ifAlreadyAssigned: 'returnExisting',
};

describe('random faults while twenty people are invited, and the workflow is run again until it succeeds', () => {
	let simulator: Simulator | undefined;
	let assessmentIds: string[] = [];
	const totals = { histories: 0, runs: 0, faults: 0, invitations: 0, assignments: 0 };

	beforeAll(async () => {
		simulator = await startSimulator({ seed: 1, settings: { limits: null } });
		assessmentIds = (await simulator.control.state()).assessments.map(({ assessmentId: id }) => id);
	});
	afterAll(async () => {
		await simulator?.close();
		console.log(`Seed ${SEED}:`, totals);
	});

	it(`gives everyone exactly one assignment: ${HISTORIES} histories`, { timeout: HISTORIES * 30_000 }, async () => {
		if (simulator === undefined) throw new Error('The simulator did not start');
		const { control, baseHost } = simulator;
		for (let history = 0; history < HISTORIES; history += 1) {
			const random = seededRandom(SEED * 100_000 + history);
			await control.reset();
			const { apiKey } = await control.generateKey();
			// The simulator gives the same keys after each reset, and the pacer knows accounts by address and key.
			const credentials = { apiKey, baseHost, apiVersion: '2020q3' };
			const items = invitations(random, assessmentIds);
			const known = (await control.users({ limit: 10_000 })).map(({ userId }) => userId);
			const given = new Map<string, unknown>();
			let done = false;
			for (let attempt = 0; !done; attempt += 1) {
				await control.clearFaults();
				// After so many unlucky runs the service recovers.
				const probability = attempt < 6 ? 0.05 + random() * 0.4 : 0;
				for (const fault of FAULTS) {
					const match = { path: pick(random, ['/assign', '/assign', '/score', '/create-sign-in-token', '*']) };
					const injection = { match, fault, times: 'always' as const };
					if (random() < 0.5) await control.inject({ ...injection, probability: probability * random() });
				}
				totals.runs += 1;
				const output = await run(credentials, 'assignment.create', PARAMETERS, items).catch((error: unknown) => {
					expect(error).toBeInstanceOf(Error);
					expect(attempt).toBeLessThan(6);
					return undefined;
				});
				done = output !== undefined;
				output?.forEach(({ json }, index) => {
					const { identifier, assessment } = items[index]?.json ?? {};
					const key = `${textOf(identifier)} ${textOf(assessment)}`;
					expect(json.userAssessmentId).toBe(given.get(key) ?? json.userAssessmentId);
					expect(json.signInUrl).toEqual(expect.any(String));
					given.set(key, json.userAssessmentId);
				});
			}
			const invited = (await control.users({ limit: 10_000 })).filter(({ userId }) => !known.includes(userId));
			const assignments = invited.flatMap((user) =>
				user.assignments.map(({ userAssessmentId }) => `${user.uniqueIdentifier ?? ''} ${userAssessmentId}`),
			);
			expect(assignments, `history ${history} of seed ${SEED}`).toHaveLength(given.size);
			totals.histories += 1;
			totals.invitations += INVITATIONS;
			totals.assignments += assignments.length;
			totals.faults += (await control.requests()).filter(({ fault }) => fault !== null).length;
		}
	});
});
