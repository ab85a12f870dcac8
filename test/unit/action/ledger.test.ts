import { describe, expect, it } from 'vitest';

import { LATENESS_MS } from '../../../nodes/EnterpriseAssessment/resources/assignment/ledger/attempts.ts';
import { Ledger } from '../../../nodes/EnterpriseAssessment/resources/assignment/ledger/ledger.ts';
import type { Names } from '../../../nodes/EnterpriseAssessment/resources/assignment/ledger/person.ts';
import { stillOpen } from '../../../nodes/EnterpriseAssessment/resources/assignment/ledger/stillOpen.ts';
import {
	assignment,
	heldBy,
	kindFor,
	ledgerWith,
	links,
	NORA,
	NOW,
	person,
	SPEAKING,
	WRITING,
} from './support/ledgers.ts';

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

	it('is found under every address that readings show, and under the present one alone once that is told', () => {
		const older = assignment({ userAssessmentId: 'b', email: 'old@example.com', assessmentName: 'Writing' });
		const ledger = ledgerWith(assignment(), older);
		const found = () => ['nora', 'old'].flatMap((name) => heldBy(ledger, { emailAddress: `${name}@example.com` }));
		expect(found()).toEqual(['a', 'a']);
		ledger.takeNames({ userId: 'U1', email: 'nora@example.com', scoreReports: [] });
		expect(found()).toEqual(['a']);
		expect(heldBy(ledger, { uniqueIdentifier: 'N-1' })).toEqual(['a']);
	});

	it('is of no known assessment where its name is missing', () => {
		const ledger = ledgerWith(assignment({ assessmentName: null }));
		expect([kindFor(ledger, NORA), ledger.holdsUnknown(person(NORA))]).toEqual(['free', true]);
		const scoreReports = [{ userAssessmentId: 'b', assessmentName: null, status: 'NotStarted' }];
		ledger.takeUser({ userId: 'U1', scoreReports }, NORA, NOW);
		expect([kindFor(ledger, NORA), ledger.holdsUnknown(person(NORA))]).toEqual(['free', true]);
	});

	it('takes names without the blanks around them', () => {
		const ledger = ledgerWith(assignment({ email: ' ', uniqueIdentifier: ' N-1 ' }));
		expect(heldBy(ledger, { uniqueIdentifier: 'N-1  ' })).toEqual(['a']);
		expect(kindFor(ledger, { emailAddress: ' ' })).toBe('free');
	});

	it.each([
		['Speaking', SPEAKING, true],
		[' sPEAKING ', SPEAKING, true],
		['Speaking', 'id-OF-speaking', true],
		['Speaking', WRITING, false],
		['Talking', SPEAKING, false],
		['Speaking', 'ID-of-none', false],
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

	it('counts what turned out to be over no more, until it is listed again', () => {
		const ledger = ledgerWith(assignment());
		const verdict = ledger.judge(person(NORA), SPEAKING, NOW);
		if (verdict.kind === 'holds') for (const held of verdict.assignments) ledger.end(held);
		expect(kindFor(ledger, NORA)).toBe('free');
		ledger.take([assignment()], NOW, { isWhole: false });
		expect(heldBy(ledger, NORA)).toEqual(['a']);
	});

	it('tells when the newest assignment was made', () => {
		expect(new Ledger().newestAssignedAt).toBeUndefined();
		expect(ledgerWith(assignment({ assignedAt: undefined })).newestAssignedAt).toBeUndefined();
		const two = ledgerWith(assignment({ assignedAt: '2026-11-20T12:00:01Z' }), assignment({ userAssessmentId: 'b' }));
		expect(two.newestAssignedAt).toBe(Date.UTC(2026, 10, 20, 12, 0, 1));
	});

	it('says where an open assignment bears a name that no assessment has', () => {
		expect(ledgerWith(assignment()).holdsUnknown(person(NORA))).toBe(false);
		const renamed = assignment({ userAssessmentId: 'b', assessmentName: 'Talking' });
		expect(ledgerWith(assignment(), renamed).holdsUnknown(person(NORA))).toBe(true);
	});
});

describe('an identifier in another case', () => {
	const otherCase: Names = { uniqueIdentifier: 'n-1' };
	const identified = { names: otherCase, isIdentified: true } as const;

	it('leaves the service to say whose it is', () => {
		const ledger = ledgerWith(assignment());
		expect(kindFor(ledger, otherCase)).toBe('unidentified');
		expect(ledger.judge(identified, SPEAKING, NOW).kind).toBe('free');
		expect(ledger.judge({ ...identified, names: { ...otherCase, userId: 'U1' } }, SPEAKING, NOW).kind).toBe('holds');
	});

	it('does so while only a request tells of the other', () => {
		const ledger = ledgerWith();
		const attempt = ledger.begin(person({ uniqueIdentifier: 'N-1' }), SPEAKING);
		expect(kindFor(ledger, otherCase)).toBe('unidentified');
		ledger.doubt(attempt, NOW);
		expect(ledger.judge(identified, SPEAKING, NOW).kind).toBe('inDoubt');
	});

	it('is nobody else where both are known', () => {
		const other = assignment({ userId: 'U2', userAssessmentId: 'b', email: null, uniqueIdentifier: 'n-1' });
		const ledger = ledgerWith(assignment(), other);
		expect([heldBy(ledger, otherCase), heldBy(ledger, { uniqueIdentifier: 'N-1' })]).toEqual([['b'], ['a']]);
	});
});

it('of users who share an e-mail address each holds their own', () => {
	const family = { email: 'family@example.com' };
	const sister = assignment({ ...family, userId: 'U2', userAssessmentId: 'b', uniqueIdentifier: 'O-1' });
	const ledger = ledgerWith(assignment(family), { ...sister, assessmentName: 'Writing' });
	const names = { emailAddress: family.email, uniqueIdentifier: 'O-1' };
	expect([kindFor(ledger, names), heldBy(ledger, names, WRITING)]).toEqual(['free', ['b']]);
	expect(heldBy(ledger, { ...names, uniqueIdentifier: 'N-1' })).toEqual(['a']);
	expect(heldBy(ledger, { emailAddress: family.email })).toEqual(['a']);
	const brother = { ...names, uniqueIdentifier: 'P-1', userId: 'U3' };
	expect(ledger.judge({ names: brother, isIdentified: true }, SPEAKING, NOW).kind).toBe('free');
});

it('who has the e-mail address of a user with another identifier does not get that assignment', () => {
	const family = { emailAddress: 'family@example.com' };
	const sister = { ...family, uniqueIdentifier: 'O-1' };
	const justAssigned = ledgerWith();
	const made = justAssigned.begin(person(sister), SPEAKING);
	justAssigned.succeeded(made, { userId: 'U2', userAssessmentId: 'b', ...links }, NOW);
	const read = ledgerWith(assignment({ userId: 'U2', email: 'family@example.com', uniqueIdentifier: 'O-1' }));
	for (const ledger of [justAssigned, read]) {
		const identified = (names: Names) => ledger.judge({ names, isIdentified: true }, SPEAKING, NOW);
		const other = { kind: 'otherIdentifier', uniqueIdentifier: 'O-1' };
		expect(identified({ ...family, uniqueIdentifier: 'P-1' })).toEqual(other);
		expect(identified({ ...family, uniqueIdentifier: 'P-1', userId: 'U2' })).toEqual(other);
		expect(identified({ ...family, uniqueIdentifier: ' o-1 ' }).kind).toBe('holds');
		expect(identified(family).kind).toBe('holds');
	}
});

it('an expiry is judged by the wall clock', () => {
	const ledger = ledgerWith(assignment({ expiresAt: new Date(NOW + 1_000).toISOString() }));
	expect(ledger.judge(person(NORA), SPEAKING, NOW, NOW + 1_000).kind).toBe('free');
	expect(ledger.judge(person(NORA), SPEAKING, NOW + 1_000, NOW).kind).toBe('holds');
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
