import { describe, expect, it } from 'vitest';

import type { Assignment } from '../../../nodes/api/specification/types.ts';
import { DOUBT_MS, LATENESS_MS } from '../../../nodes/EnterpriseAssessment/resources/assignment/ledger/attempts.ts';
import type { Ledger, Verdict } from '../../../nodes/EnterpriseAssessment/resources/assignment/ledger/ledger.ts';
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

describe('what this process assigns', () => {
	const ids = { userId: 'U7', userAssessmentId: 'made' };

	it('is held under every name of the request, whatever readings call the assessment', () => {
		const ledger = ledgerWith();
		ledger.succeeded(ledger.begin(person(NORA), SPEAKING), { ...ids, ...links }, NOW);
		for (const names of [NORA, { emailAddress: 'NORA@example.com' }, { uniqueIdentifier: 'N-1' }]) {
			expect(heldBy(ledger, names)).toEqual(['made']);
		}
		expect(kindFor(ledger, NORA, WRITING)).toBe('free');
		ledger.take([assignment({ ...ids, assessmentName: 'Talking' })], NOW, { isWhole: true });
		expect(ledger.holdsUnknown(person(NORA))).toBe(false);
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
		ledger.take([], NOW + LATENESS_MS, { isWhole: true });
		expect(ledger.isSettled(NOW)).toBe(true);
		expect(kindFor(ledger, { userId: 'U7' })).toBe('free');
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

	it('asks who it is also where something was just assigned under that name', () => {
		const ledger = ledgerWith();
		ledger.doubt(ledger.begin(person({ emailAddress: 'nora@example.com' }), SPEAKING), NOW);
		ledger.succeeded(ledger.begin(person({ uniqueIdentifier: 'N-1' }), WRITING), { ...ids, ...links }, NOW);
		expect(kindFor(ledger, { uniqueIdentifier: 'N-1' })).toBe('unidentified');
		ledger.take([assignment({ ...ids, assessmentName: 'Writing' })], NOW, { isWhole: false });
		expect(kindFor(ledger, { uniqueIdentifier: 'N-1' })).toBe('inDoubt');
	});

	it.each([{ email: null }, { uniqueIdentifier: null }])('does not ask where a reading has told: %j', (nameless) => {
		const ledger = ledgerWith(assignment(nameless));
		const { emailAddress, uniqueIdentifier } = NORA;
		const isByEmail = nameless.email === undefined;
		const unlike = isByEmail ? { uniqueIdentifier: 'other' } : { emailAddress: 'other@example.com' };
		ledger.doubt(ledger.begin(person(unlike), WRITING), NOW);
		expect(kindFor(ledger, isByEmail ? { emailAddress } : { uniqueIdentifier }, WRITING)).toBe('free');
	});

	it('is settled by nothing but its answer while it is under way', () => {
		const ledger = ledgerWith();
		ledger.begin(person(NORA), SPEAKING);
		ledger.take([assignment({ assessmentName: 'Talking' })], NOW, { isWhole: false });
		expect(heldBy(ledger, NORA)).toEqual([]);
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

	it.each<[string, Partial<Assignment>, Verdict['kind']]>([
		['the assessment', {}, 'holds'],
		['another spelling', { assessmentName: 'SPEAKING ' }, 'holds'],
		['an older name', { assessmentName: 'Talking' }, 'holds'],
		['found by e-mail alone', { uniqueIdentifier: null }, 'holds'],
		['found by e-mail, with another identifier', { uniqueIdentifier: 'other' }, 'otherIdentifier'],
		['found by identifier alone', { email: null }, 'holds'],
		['another assessment', { assessmentName: 'Writing' }, 'inDoubt'],
		['somebody else', { userId: 'U2', email: 'x@example.com', uniqueIdentifier: 'x' }, 'inDoubt'],
	])('is settled by what is new (%s): %j, %s', (_what, more, kind) => {
		const isSettled = kind !== 'inDoubt';
		const ledger = inDoubt();
		ledger.take([assignment({ userAssessmentId: 'new', ...more })], NOW, { isWhole: false });
		const verdict = ledger.judge({ names: NORA, isIdentified: true }, SPEAKING, NOW);
		expect(verdict.kind).toBe(kind);
		expect(heldBy(ledger, { userId: 'U1' })).toEqual(isSettled ? ['new'] : []);
		expect(ledger.isSettled(NOW)).toBe(isSettled);
	});

	it('is not settled by what was there before', () => {
		const old = assignment({ userAssessmentId: 'OLD', assessmentName: 'Talking' });
		const ledger = inDoubt(old);
		ledger.take([old, { ...old, userAssessmentId: 'old' }], NOW, { isWhole: false });
		expect(kindFor(ledger, NORA)).toBe('inDoubt');
	});

	it('is not settled by what was found to be over and is listed again', () => {
		const ledger = ledgerWith(assignment());
		const verdict = ledger.judge(person(NORA), SPEAKING, NOW);
		if (verdict.kind === 'holds') for (const held of verdict.assignments) ledger.end(held);
		const attempt = ledger.begin(person(NORA), SPEAKING);
		ledger.doubt(attempt, NOW);
		ledger.take([assignment()], NOW, { isWhole: false });
		expect(attempt.state.kind).toBe('inDoubt');
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
			{ userAssessmentId: 'new', assessmentName: 'Talking', status: 'NotStarted' },
		];
		ledger.takeUser({ userId: 'U1', scoreReports: reports }, { emailAddress: 'nora@example.com' }, NOW);
		expect(heldBy(ledger, { emailAddress: 'nora@example.com' })).toEqual(['new']);
	});

	it('is remembered under all names that the person was known by, of one person and not of two', () => {
		const family = { email: 'family@example.com' };
		const sister = assignment({ ...family, userId: 'U2', userAssessmentId: 'b', uniqueIdentifier: 'O-1' });
		const unread = (...before: Assignment[]) => {
			const ledger = ledgerWith(...before);
			ledger.doubt(ledger.begin(person({ emailAddress: family.email }), WRITING), NOW);
			ledger.take([], NOW, { isWhole: true });
			return ['N-1', 'O-1'].map((uniqueIdentifier) => kindFor(ledger, { uniqueIdentifier }));
		};
		expect(unread(assignment(family))).toEqual(['inDoubt', 'free']);
		expect(unread(assignment(family), sister)).toEqual(['unidentified', 'unidentified']);
		expect(unread()).toEqual(['unidentified', 'unidentified']);
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
