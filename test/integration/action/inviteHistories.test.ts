import { expect, it, vi } from 'vitest';

import { systemClock } from '../../../nodes/api/pacing/clock.ts';
import type { Fault } from '../../../simulator/index.ts';
import { execute } from '../support/n8nContext.ts';
import { useSimulator } from '../support/simulator.ts';
import { actionNode, assessmentId, seedAssessmentId } from './support.ts';

vi.mock('../../../nodes/api/pacing/clock.ts', async () => await import('../support/hastyClock.ts'));

const service = useSimulator({ clock: { now: () => systemClock.now() } });
const FROM = Number(process.env.FROM ?? 1);
const HISTORIES = Number(process.env.HISTORIES ?? 40);
const MIXED = process.env.MIXED !== '0';

function mulberry(a: number) {
	return () => {
		a |= 0;
		a = (a + 0x6d2b79f5) | 0;
		let t = Math.imul(a ^ (a >>> 15), 1 | a);
		t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
		return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
	};
}

const wrong: string[] = [];
let invitations = 0,
	failures = 0,
	faultsHit = 0;
const messages = new Map<string, number>();

it.each(Array.from({ length: HISTORIES }, (_, i) => FROM + i))('history %i', { timeout: 60_000 }, async (seed) => {
	const random = mulberry(seed);
	const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
	const { simulator, credentials } = service();
	const { control } = simulator;
	const lag = { assignments: pick([0, 0, 1_000, 5_000, 10_000]), score: pick([0, 0, 1_000, 5_000, 10_000]), scores: 0 };
	await control.configure({
		appearAfterMs: lag,
		reportedNames: pick(['same', 'trailingBlank', 'otherCase'] as const),
		listOrder: pick(['newestFirst', 'random'] as const),
	});
	const wanted = await seedAssessmentId(simulator);
	const maxLag = Math.max(lag.assignments, lag.score);
	const people = Array.from({ length: 4 }, (_, i) => ({
		e: `p${seed}-${i}@example.com`,
		u: `P${seed}-${i}`,
		kind: i < 2 ? 'known' : i === 2 ? 'newEmail' : 'newBoth',
	}));
	for (const { e, u, kind } of people) if (kind === 'known') await control.addUser({ email: e, uniqueIdentifier: u });
	const rowOf = () => {
		const person = pick(people);
		const by =
			person.kind === 'known' && MIXED
				? pick(['e', 'u', 'both', 'E'])
				: person.kind === 'newEmail'
					? pick(['e', 'E'])
					: 'both';
		return {
			json: {
				e: by === 'u' ? '' : by === 'E' ? person.e.toUpperCase() : person.e,
				u: by === 'e' || by === 'E' ? '' : person.u,
			},
		};
	};
	const hosts = [simulator.baseHost, simulator.baseHost.replace('127.0.0.1', 'localhost')];
	let host = 0;
	const log: string[] = [`lag ${lag.assignments}/${lag.score}`];
	async function run() {
		const rows = Array.from({ length: 1 + Math.floor(random() * 5) }, rowOf);
		const node = actionNode(
			{ ...credentials, baseHost: hosts[host] ?? '' },
			'assignment.create',
			{
				assessmentId: assessmentId(wanted),
				emailAddress: '={{ $json.e }}',
				uniqueIdentifier: '={{ $json.u }}',
				ifAlreadyAssigned: pick(['returnExisting', 'fail']),
			},
			{ settings: { continueOnFail: true } },
		);
		invitations += rows.length;
		const out = await execute(node, rows);
		log.push(
			`run@${host} ${rows.map((r, i) => `${r.json.e}|${r.json.u}=${out[i]?.json.error ? 'E:' + String(out[i]?.json.error).slice(0, 60) : out[i]?.json.alreadyAssigned}`).join(' ; ')}`,
		);
		for (const { json } of out) {
			if (json.error !== undefined) {
				failures += 1;
				const key = String(json.error)
					.replace(/\(userAssessmentId.*/, '')
					.slice(0, 70);
				messages.set(key, (messages.get(key) ?? 0) + 1);
			}
		}
		for (const [i, { json }] of out.entries()) {
			if (json.error !== undefined) continue;
			const row = rows[i]?.json;
			const owner = await control.user({ userId: String(json.userId) });
			if (row?.e && owner.email?.toLowerCase() !== row.e.toLowerCase()) wrong.push(`${seed}: link of another`);
			if (row?.u && owner.uniqueIdentifier !== row.u) wrong.push(`${seed}: link of another (u)`);
		}
	}
	for (let step = 0; step < 8; step++) {
		if (random() < 0.5) {
			const fault = pick<Fault>([
				{ kind: 'cut' },
				{ kind: 'cut', after: true },
				{ kind: 'status', status: 500 },
				{ kind: 'status', status: 500, after: true },
				{ kind: 'status', status: 503 },
				{ kind: 'status', status: 504, after: true },
				{ kind: 'status', status: 504 },
				{ kind: 'truncate' },
				{ kind: 'html' },
				{ kind: 'status', status: 429 },
			]);
			await control.inject({ match: { path: '/assign' }, fault, skip: Math.floor(random() * 2) });
			faultsHit += 1;
			log.push(`fault ${JSON.stringify(fault)}`);
		}
		if (random() < 0.15)
			await control.inject({
				match: { path: pick(['/assignments', '/score']) },
				fault: { kind: 'status', status: 503 },
				times: pick([1, 4]),
			});
		await (random() < 0.3 ? Promise.all([run(), run()]) : run());
		for (const { e } of people) {
			const person = await control.user({ emailAddress: e }).catch(() => undefined);
			const open = person?.assignments.filter((a) => a.userAssessmentStatus !== 'Completed') ?? [];
			if (open.length > 1) {
				wrong.push(`${seed}: ${e} holds ${open.length}`);
				log.push('^^^ WRONG');
				console.log(log.join('\n'));
				return;
			}
		}
		if (random() < 0.25) {
			const person = await control.user({ emailAddress: pick(people).e }).catch(() => undefined);
			const open = person?.assignments.find((a) => a.userAssessmentStatus !== 'Completed');
			if (open) {
				await control.finish({ userAssessmentId: open.userAssessmentId });
				log.push(`finish ${person?.email}`);
				await systemClock.sleep(maxLag + 1);
			}
		}
		if (random() < 0.3) {
			host = 1 - host;
			await systemClock.sleep(maxLag + 5_001);
		} else await systemClock.sleep(pick([1, 1_000, 5_001, 20_000, 125_000, 70_000]));
	}
	await control.clearFaults();
});

it('sums up', () => {
	console.log(
		`${HISTORIES} histories, ${invitations} invitations, ${faultsHit} faults, ${failures} errors: ${[...messages].map(([m, n]) => `\n  ${n}× ${m}`).join('')}`,
	);
	expect(wrong).toEqual([]);
});
