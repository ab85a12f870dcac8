import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Assignment } from '../../../nodes/api/specification/types.ts';
import { AssessmentNames } from '../../../nodes/EnterpriseAssessment/resources/assignment/ledger/assessmentNames.ts';
import { DOUBT_MS, LATENESS_MS } from '../../../nodes/EnterpriseAssessment/resources/assignment/ledger/attempts.ts';
import type { Person } from '../../../nodes/EnterpriseAssessment/resources/assignment/ledger/ledger.ts';
import { Ledger } from '../../../nodes/EnterpriseAssessment/resources/assignment/ledger/ledger.ts';
import type { Names } from '../../../nodes/EnterpriseAssessment/resources/assignment/ledger/person.ts';
import { stillOpen } from '../../../nodes/EnterpriseAssessment/resources/assignment/ledger/stillOpen.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const SPEAKING = 'ID-of-speaking';
const WRITING = 'ID-of-writing';
const NORA: Names = { emailAddress: 'nora@example.com', uniqueIdentifier: 'N-1' };

const person = (names: Names): Person => ({ names });
const links = { signInUrl: 'https://x.example/', signInUrlExpiresAt: '2026-11-21T12:05:00Z' };

function ledgerWith(...assignments: Assignment[]): Ledger {
	const ledger = new Ledger();
	ledger.assessments = new AssessmentNames([
		{ assessmentId: SPEAKING, name: 'Speaking' },
		{ assessmentId: WRITING, name: 'Writing' },
	]);
	ledger.take(assignments, NOW, { isWhole: true });
	return ledger;
}

function assignment(more: Partial<Assignment> = {}): Assignment {
	return {
		...{ userId: 'U1', userAssessmentId: 'a', assessmentName: 'Speaking', userAssessmentStatus: 'NotStarted' },
		...{ email: 'Nora@Example.com', uniqueIdentifier: 'N-1', assignedAt: '2026-11-20T12:00:00Z' },
		...more,
	};
}

const kindFor = (ledger: Ledger, names: Names, assessmentId = SPEAKING, now = NOW) =>
	ledger.judge(person(names), assessmentId, now).kind;

function heldBy(ledger: Ledger, names: Names, assessmentId = SPEAKING, now = NOW): string[] {
	const verdict = ledger.judge(person(names), assessmentId, now);
	return verdict.kind === 'holds' ? verdict.assignments.map(({ userAssessmentId }) => userAssessmentId) : [];
}

describe('who holds what', () => {
	it.each<[Names, boolean]>([
		[{ emailAddress: 'NORA@example.COM' }, true],
		[{ emailAddress: ' nora@example.com ' }, true],
		[{ uniqueIdentifier: 'N-1' }, true],
		[{ uniqueIdentifier: 'n-1' }, false],
		[{ uniqueIdentifier: 'nora@example.com' }, false],
		[{ userId: 'u1' }, true],
		[{ emailAddress: 'other@example.com' }, false],
		[{}, false],
	])('is found under %j: %s', (names, isFound) => {
		expect(heldBy(ledgerWith(assignment()), names)).toEqual(isFound ? ['a'] : []);
	});

	it('takes no missing name for something in common', () => {
		const nameless = assignment({ email: null, uniqueIdentifier: '' });
		expect(kindFor(ledgerWith(nameless), { emailAddress: '' })).toBe('free');
	});

	it.each([
		['Speaking', SPEAKING, true],
		[' sPEAKING ', SPEAKING, true],
		['Speaking', 'id-OF-speaking', true],
		['Speaking', WRITING, false],
		['Talking', SPEAKING, false],
	])('%j is %s: %s', (assessmentName, id, isHeld) => {
		expect(heldBy(ledgerWith(assignment({ assessmentName })), NORA, id)).toEqual(isHeld ? ['a'] : []);
	});

	it.each([
		['a fraction of a millisecond ahead', '2026-11-21T12:00:00.0000001+00:00', false],
		['a millisecond ahead', '2026-11-21T12:00:00.001Z', true],
		['now elsewhere', '2026-11-21T17:30:00+05:30', false],
		['ahead elsewhere', '2026-11-21T11:30:00-05:00', true],
		['absent', undefined, true],
		['null', null, true],
		['unreadable', 'soon', true],
	])('an expiry %s', (_what, expiresAt, isHeld) => {
		expect(heldBy(ledgerWith(assignment({ expiresAt })), NORA)).toEqual(isHeld ? ['a'] : []);
	});

	it('comes newest first, what was just assigned before all', () => {
		const ledger = ledgerWith(
			assignment({ userAssessmentId: 'a', assignedAt: '2026-11-01T10:00:00Z' }),
			assignment({ userAssessmentId: 'b', assignedAt: '2026-11-01T09:00:00-02:00' }),
		);
		const attempt = ledger.begin(person(NORA), SPEAKING);
		ledger.succeeded(attempt, { userId: 'U1', userAssessmentId: 'c', ...links }, NOW);
		expect(heldBy(ledger, NORA)).toEqual(['c', 'b', 'a']);
	});

	it('a later reading adds and corrects, a whole one also forgets', () => {
		const ledger = ledgerWith(
			assignment(),
			assignment({ userId: 'U2', userAssessmentId: 'b', email: 'b@example.com', uniqueIdentifier: null }),
		);
		ledger.take([assignment({ expiresAt: '2026-11-21T11:00:00Z' })], NOW, { isWhole: false });
		expect(heldBy(ledger, NORA)).toEqual([]);
		expect(heldBy(ledger, { emailAddress: 'b@example.com' })).toEqual(['b']);
		ledger.take([], NOW, { isWhole: true });
		expect(heldBy(ledger, { emailAddress: 'b@example.com' })).toEqual([]);
	});

	it('knows what it was told to forget no more', () => {
		const ledger = ledgerWith(assignment());
		const verdict = ledger.judge(person(NORA), SPEAKING, NOW);
		if (verdict.kind === 'holds') for (const held of verdict.assignments) ledger.forget(held);
		expect(kindFor(ledger, NORA)).toBe('free');
	});

	it('tells when the newest assignment was made', () => {
		expect(new Ledger().newestAssignedAt).toBeUndefined();
		expect(ledgerWith(assignment({ assignedAt: undefined })).newestAssignedAt).toBeUndefined();
		const two = ledgerWith(assignment({ assignedAt: '2026-11-20T12:00:01Z' }), assignment({ userAssessmentId: 'b' }));
		expect(two.newestAssignedAt).toBe(Date.UTC(2026, 10, 20, 12, 0, 1));
	});

	it('says where an open assignment bears a name that no assessment has', () => {
		expect(ledgerWith(assignment()).holdsUnknown(person(NORA))).toBe(false);
		expect(ledgerWith(assignment({ assessmentName: 'Talking' })).holdsUnknown(person(NORA))).toBe(true);
	});
});

describe('names that contradict each other', () => {
	const other = assignment({ userId: 'U2', userAssessmentId: 'b', email: 'olga@example.com', uniqueIdentifier: 'O-1' });

	it('are told with both users', () => {
		const names = { emailAddress: 'olga@example.com', uniqueIdentifier: 'N-1' };
		const verdict = ledgerWith(assignment(), other).judge(person(names), WRITING, NOW);
		expect(verdict).toEqual({ kind: 'twoUsers', userIds: ['U2', 'U1'] });
	});

	it.each<[Names, string]>([
		[{ emailAddress: 'nora@example.com', uniqueIdentifier: 'unknown' }, 'unidentified'],
		[{ emailAddress: 'unknown@example.com', uniqueIdentifier: 'N-1' }, 'unidentified'],
		[NORA, 'free'],
		[{ emailAddress: 'unknown@example.com', uniqueIdentifier: 'unknown' }, 'free'],
	])('%j: %s', (names, kind) => {
		expect(kindFor(ledgerWith(assignment(), other), names, WRITING)).toBe(kind);
		expect(ledgerWith(assignment()).judge({ names, isIdentified: true }, WRITING, NOW).kind).toBe('free');
	});
});

describe('what this process assigns', () => {
	const ids = { userId: 'U7', userAssessmentId: 'made' };

	it('is held under every name of the request, whatever readings call the assessment', () => {
		const ledger = ledgerWith();
		ledger.succeeded(ledger.begin(person(NORA), SPEAKING), { ...ids, ...links }, NOW);
		for (const names of [NORA, { emailAddress: 'NORA@example.com' }, { uniqueIdentifier: 'N-1' }, { userId: 'U7' }]) {
			expect(heldBy(ledger, names)).toEqual(['made']);
		}
		ledger.take([assignment({ ...ids, assessmentName: 'Talking' })], NOW, { isWhole: true });
		expect(heldBy(ledger, NORA, SPEAKING, NOW + LATENESS_MS)).toEqual(['made']);
		expect(heldBy(ledger, NORA, WRITING)).toEqual([]);
	});

	it('survives a whole reading that does not show it yet', () => {
		const ledger = ledgerWith();
		ledger.succeeded(ledger.begin(person(NORA), SPEAKING), { ...ids, ...links }, NOW);
		ledger.take([], NOW, { isWhole: true });
		expect(heldBy(ledger, NORA)).toEqual(['made']);
		expect(ledger.isSettled(NOW)).toBe(false);
		expect(ledger.isSettled(NOW + LATENESS_MS)).toBe(true);
	});

	it('stands under the names that the service gives, once they are read', () => {
		const ledger = ledgerWith();
		ledger.succeeded(ledger.begin(person(NORA), SPEAKING), { ...ids, ...links }, NOW);
		// The service found the user by e-mail and kept the identifier that it had.
		ledger.take([assignment({ ...ids, uniqueIdentifier: 'older' })], NOW, { isWhole: false });
		expect(heldBy(ledger, { uniqueIdentifier: 'older' })).toEqual(['made']);
		expect(heldBy(ledger, { uniqueIdentifier: 'N-1' })).toEqual([]);
	});

	it.each<[string, (ledger: Ledger) => void, number]>([
		['is under way', (ledger) => void ledger.begin(person({ emailAddress: 'n@x.example' }), SPEAKING), Infinity],
		[
			'is in doubt',
			(ledger) => ledger.doubt(ledger.begin(person({ emailAddress: 'n@x.example' }), WRITING), NOW),
			DOUBT_MS,
		],
		[
			'was made',
			(ledger) => {
				const attempt = ledger.begin(person({ emailAddress: 'n@x.example' }), SPEAKING);
				ledger.succeeded(attempt, { ...ids, ...links }, NOW);
			},
			LATENESS_MS,
		],
	])('asks who somebody named in another way is while an assignment %s', (_what, act, lasts) => {
		const ledger = ledgerWith();
		act(ledger);
		const stranger = { uniqueIdentifier: 'N-1' };
		expect(kindFor(ledger, stranger)).toBe('unidentified');
		expect(ledger.judge({ names: stranger, isIdentified: true }, SPEAKING, NOW).kind).toBe('free');
		expect(kindFor(ledger, { emailAddress: 'somebody@else.example' })).toBe('free');
		const later = NOW + Math.min(lasts, 1e9);
		expect(kindFor(ledger, stranger, SPEAKING, later - 1)).toBe('unidentified');
		expect(kindFor(ledger, stranger, SPEAKING, later)).toBe(lasts === Infinity ? 'unidentified' : 'free');
	});

	it('asks no longer once a reading has shown the assignment, or nothing came of it', () => {
		const ledger = ledgerWith();
		ledger.succeeded(ledger.begin(person({ emailAddress: 'nora@example.com' }), SPEAKING), { ...ids, ...links }, NOW);
		ledger.failed(ledger.begin(person({ emailAddress: 'x@example.com' }), SPEAKING));
		ledger.take([assignment(ids)], NOW, { isWhole: false });
		expect(kindFor(ledger, { uniqueIdentifier: 'stranger' })).toBe('free');
		expect(heldBy(ledger, { uniqueIdentifier: 'N-1' })).toEqual(['made']);
	});

	it('locks a person under all names that are known', () => {
		const keys = ledgerWith(assignment()).keysOf(person({ emailAddress: 'NORA@example.com' }));
		expect(keys).toEqual(['emailAddress nora@example.com', 'uniqueIdentifier N-1', 'userId u1']);
	});
});

describe('what is in doubt', () => {
	function inDoubt(...before: Assignment[]): Ledger {
		const ledger = ledgerWith(...before);
		ledger.doubt(ledger.begin(person(NORA), SPEAKING), NOW);
		return ledger;
	}

	it.each<[string, Partial<Assignment>, boolean]>([
		['the assessment', {}, true],
		['another spelling', { assessmentName: 'SPEAKING ' }, true],
		['an older name', { assessmentName: 'Talking' }, true],
		['found by e-mail alone', { uniqueIdentifier: 'other' }, true],
		['found by identifier alone', { email: null }, true],
		['another assessment', { assessmentName: 'Writing' }, false],
		['somebody else', { userId: 'U2', email: 'x@example.com', uniqueIdentifier: 'x' }, false],
	])('is settled by what is new (%s): %j, %s', (_what, more, isSettled) => {
		const ledger = inDoubt();
		ledger.take([assignment({ userAssessmentId: 'new', ...more })], NOW, { isWhole: false });
		const verdict = ledger.judge({ names: NORA, isIdentified: true }, SPEAKING, NOW);
		expect(verdict.kind).toBe(isSettled ? 'holds' : 'inDoubt');
		expect(heldBy(ledger, { userId: 'U1' })).toEqual(isSettled ? ['new'] : []);
	});

	it('is not settled by what was there before', () => {
		const old = assignment({ userAssessmentId: 'OLD', assessmentName: 'Talking' });
		const ledger = inDoubt(old);
		ledger.take([old, { ...old, userAssessmentId: 'old' }], NOW, { isWhole: false });
		expect(kindFor(ledger, NORA)).toBe('inDoubt');
	});

	it('is not settled by what another attempt made, nor guessed while two are open', () => {
		const ledger = inDoubt();
		const second = ledger.begin(person(NORA), WRITING);
		ledger.take([assignment({ userAssessmentId: 'new', assessmentName: 'Talking' })], NOW, { isWhole: false });
		expect(kindFor(ledger, NORA)).toBe('inDoubt');
		ledger.succeeded(second, { userId: 'U1', userAssessmentId: 'new', ...links }, NOW);
		ledger.take([], NOW, { isWhole: false });
		expect([kindFor(ledger, NORA), heldBy(ledger, NORA, WRITING)]).toEqual(['inDoubt', ['new']]);
	});

	it('is settled by what /score tells, where nothing else can be read', () => {
		const ledger = inDoubt();
		const reports = [
			{ userAssessmentId: 'done', assessmentName: 'Speaking', status: 'Completed' },
			{ userAssessmentId: 'new', assessmentName: 'Speaking', status: 'NotStarted' },
		];
		ledger.takeUser({ userId: 'U1', scoreReports: reports }, { emailAddress: 'nora@example.com' }, NOW);
		expect(heldBy(ledger, { emailAddress: 'nora@example.com' })).toEqual(['new']);
	});

	it('is remembered for this person, whatever is to be assigned, and for a while', () => {
		const ledger = inDoubt();
		expect(kindFor(ledger, { uniqueIdentifier: 'N-1' })).toBe('inDoubt');
		expect(kindFor(ledger, NORA, WRITING)).toBe('inDoubt');
		expect(kindFor(ledger, { emailAddress: 'x@example.com' })).toBe('free');
		expect(ledger.isSettled(NOW + DOUBT_MS - 1)).toBe(false);
		expect(kindFor(ledger, NORA, SPEAKING, NOW + DOUBT_MS - 1)).toBe('inDoubt');
		expect(kindFor(ledger, NORA, SPEAKING, NOW + DOUBT_MS)).toBe('free');
	});
});

it.each([
	['NotStarted', true],
	['InProgress', true],
	['ScorePending', false],
	['Completed', false],
	['NeedsReview', false],
	['notstarted', false],
	[undefined, false],
])('a report with the status %s is still open: %s', (status, isOpen) => {
	const held = { userId: 'U1', userAssessmentId: 'A', assessmentName: 'Speaking', knownSince: NOW };
	const user = { userId: 'U1', scoreReports: [{ userAssessmentId: 'a', status }] };
	expect(stillOpen([held], user, NOW)).toEqual(isOpen ? { open: held, over: [] } : { open: undefined, over: [held] });
});

it.each([
	['no such user', null],
	['no such report', { userId: 'U1', scoreReports: [] }],
])('%s: an assignment counts as open while its report may be late', (_what, user) => {
	const held = { userId: 'U1', userAssessmentId: 'a', assessmentName: 'Speaking', knownSince: NOW };
	expect(stillOpen([held], user, NOW + LATENESS_MS - 1).open).toBe(held);
	expect(stillOpen([held], user, NOW + LATENESS_MS)).toEqual({ open: undefined, over: [held] });
});

describe('an account of a few people with two names each', () => {
	const step = fc.oneof(
		{
			weight: 3,
			arbitrary: fc.record({
				do: fc.constant('invite' as const),
				who: fc.integer({ min: 0, max: 1 }),
				by: fc.constantFrom('email', 'identifier', 'both'),
				assessmentId: fc.constantFrom(SPEAKING, WRITING),
				outcome: fc.constantFrom('answered', 'lost', 'lost', 'lostUnprocessed', 'refused'),
			}),
		},
		{ weight: 1, arbitrary: fc.record({ do: fc.constant('read' as const), isWhole: fc.boolean() }) },
		{ weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(1, 10_000, 125_000) }) },
	);

	it('never comes to hold something twice, however late and under whatever name it shows up', () => {
		const property = fc.property(
			fc.array(step, { maxLength: 60 }),
			fc.integer({ min: 0, max: 6_000 }),
			fc.constantFrom(' ', ' (former name)'),
			(steps, latenessMs, ending) => {
				const ledger = ledgerWith();
				const made: Array<{ who: number; assessmentId: string; at: number }> = [];
				let now = NOW;
				let lastRead = now;
				const read = (isWhole: boolean) => {
					lastRead = now;
					const visible = made
						.map(({ who, assessmentId, at }, index) => ({ who, assessmentId, at, index }))
						.filter(({ at }) => at + latenessMs <= now)
						.map(({ who, assessmentId, at, index }) =>
							assignment({
								...{ userId: `U${who}`, email: `${who}@example.com`, uniqueIdentifier: `${who}` },
								...{ userAssessmentId: `a${index}`, assignedAt: new Date(at).toISOString() },
								assessmentName: (assessmentId === SPEAKING ? 'Speaking' : 'Writing') + ending,
							}),
						);
					ledger.take(visible, now, { isWhole });
				};
				for (const action of steps) {
					now += 1;
					if (action.do === 'wait') now += action.ms;
					if (action.do === 'read') read(action.isWhole);
					if (action.do !== 'invite') continue;
					const { who, by, assessmentId, outcome } = action;
					const names: Names = {
						...(by === 'identifier' ? {} : { emailAddress: `${who}@example.com` }),
						...(by === 'email' ? {} : { uniqueIdentifier: `${who}` }),
					};
					if (now - lastRead > 5_000) read(false);
					let whom = person(names);
					let verdict = ledger.judge(whom, assessmentId, now);
					if (verdict.kind === 'unidentified') {
						const full = { emailAddress: `${who}@example.com`, uniqueIdentifier: `${who}`, userId: `U${who}` };
						whom = { names: full, isIdentified: true };
						verdict = ledger.judge(whom, assessmentId, now);
					}
					if (verdict.kind !== 'free') continue;
					const attempt = ledger.begin(whom, assessmentId);
					if (outcome === 'answered' || outcome === 'lost') made.push({ who, assessmentId, at: now });
					const answer = { userId: `U${who}`, userAssessmentId: `a${made.length - 1}`, ...links };
					if (outcome === 'answered') ledger.succeeded(attempt, answer, now);
					else if (outcome === 'refused') ledger.failed(attempt);
					else ledger.doubt(attempt, now);
				}
				const held = made.map(({ who, assessmentId }) => `${who} ${assessmentId}`);
				expect(new Set(held).size).toBe(held.length);
			},
		);
		fc.assert(property, { numRuns: 2_000 });
	});
});
