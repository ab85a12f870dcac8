import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { SCORE_STATUSES } from '../../../nodes/api/specification/types.ts';
import {
	heldAssignment,
	isSamePerson,
	personKeys,
	reportsOf,
} from '../../../nodes/EnterpriseAssessment/resources/assignment/heldAssignment.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const NAME = 'Speaking';

const report = (userAssessmentId: string, status?: string, assessmentName = NAME) => ({
	userAssessmentId,
	assessmentName,
	...(status === undefined ? {} : { status }),
});
const user = (userId: string, ...scoreReports: Array<ReturnType<typeof report>>) => ({ userId, scoreReports });
const assignment = (
	userAssessmentId: string,
	assignedAt: string | undefined,
	expiresAt: string | null | undefined,
) => ({
	...{ userId: 'u1', assessmentName: NAME, userAssessmentStatus: 'NotStarted', userAssessmentId },
	...(assignedAt === undefined ? {} : { assignedAt }),
	...(expiresAt === undefined ? {} : { expiresAt }),
});

describe('heldAssignment', () => {
	it.each([
		['NotStarted', true],
		['InProgress', true],
		['ScorePending', false],
		['Completed', false],
		['NeedsReview', false],
		['notstarted', false],
		[undefined, false],
	])('status %s holds: %s', (status, holds) => {
		const expected = holds ? { userId: 'u1', userAssessmentId: 'a' } : undefined;
		expect(heldAssignment([user('u1', report('a', status))], NAME, [], NOW)).toEqual(expected);
	});

	it.each([
		['a fraction of a millisecond ahead', '2026-11-21T12:00:00.0000001+00:00', undefined, false],
		['a millisecond ahead', '2026-11-21T12:00:00.001Z', undefined, true],
		['now', '2026-11-21T12:00:00.0000000+00:00', undefined, false],
		['now elsewhere', '2026-11-21T17:30:00+05:30', undefined, false],
		['ahead elsewhere', '2026-11-21T11:30:00-05:00', undefined, true],
		['without an offset: UTC', '2026-11-21T12:30:00', undefined, true],
		['absent', undefined, undefined, true],
		['null', null, undefined, true],
		['unreadable', 'soon', undefined, true],
	])('an expiry %s', (_what, expiresAt, assignedAt, holds) => {
		const held = heldAssignment(
			[user('u1', report('a', 'NotStarted'))],
			NAME,
			[assignment('a', assignedAt, expiresAt), assignment('other', undefined, '2000-01-01T00:00:00Z')],
			NOW,
		);
		expect(held !== undefined).toBe(holds);
	});

	it('takes the one that was assigned last, of all the users', () => {
		const users = [
			user('u1', report('a', 'NotStarted'), report('b', 'InProgress'), report('x', 'NotStarted', 'Writing')),
			user('u2', report('c', 'NotStarted')),
		];
		const assignments = [
			assignment('a', '2026-11-01T10:00:00+00:00', null),
			assignment('b', '2026-11-01T09:00:00-02:00', null),
			assignment('c', '2026-11-01T12:30:00+02:00', null),
			assignment('x', '2026-11-20T00:00:00Z', null),
		];
		expect(heldAssignment(users, NAME, assignments, NOW)).toEqual({ userId: 'u1', userAssessmentId: 'b' });
		expect(heldAssignment(users, NAME, [], NOW)).toEqual({ userId: 'u1', userAssessmentId: 'a' });
		expect(heldAssignment(users, 'Writing', assignments, NOW)).toEqual({ userId: 'u1', userAssessmentId: 'x' });
		expect(heldAssignment(users, 'speaking', assignments, NOW)).toBeUndefined();
		expect(heldAssignment([], NAME, assignments, NOW)).toBeUndefined();
	});

	it('gives one of the reports that are open and not expired, the newest, whenever there is one', () => {
		const entry = fc.record({
			name: fc.constantFrom(NAME, 'Writing'),
			status: fc.constantFrom(...SCORE_STATUSES),
			assignedAt: fc.integer({ min: NOW - 1e9, max: NOW }),
			expiresAt: fc.option(fc.integer({ min: NOW - 1e6, max: NOW + 1e6 })),
		});
		const iso = (time: number) => new Date(time).toISOString();
		fc.assert(
			fc.property(fc.array(entry), (entries) => {
				const numbered = entries.map((one, index) => ({ ...one, id: `id${index}` }));
				const users = numbered.map(({ id, name, status }) => user(`user of ${id}`, report(id, status, name)));
				const assignments = numbered.map(({ id, assignedAt, expiresAt }) =>
					assignment(id, iso(assignedAt), expiresAt === null ? null : iso(expiresAt)),
				);
				const open = numbered
					.filter(({ name }) => name === NAME)
					.filter(({ status }) => status === 'NotStarted' || status === 'InProgress')
					.filter(({ expiresAt }) => expiresAt === null || expiresAt > NOW);
				const held = heldAssignment(users, NAME, assignments, NOW);
				if (open.length === 0) {
					expect(held).toBeUndefined();
				} else {
					const found = open.find(({ id }) => id === held?.userAssessmentId);
					expect(found?.assignedAt).toBe(Math.max(...open.map(({ assignedAt }) => assignedAt)));
					expect(held?.userId).toBe(`user of ${found?.id}`);
				}
			}),
		);
	});
});

it('reportsOf keeps the reports of the assessment, each with its user', () => {
	expect(
		reportsOf([user('u1', report('a'), report('b', 'Completed', 'Writing')), user('u2', report('c'))], NAME),
	).toEqual([
		{ ...report('a'), userId: 'u1' },
		{ ...report('c'), userId: 'u2' },
	]);
});

describe('one person', () => {
	it.each([
		[{ emailAddress: 'N@x.example' }, { email: 'n@X.example' }, true],
		[{ emailAddress: 'n@x.example' }, { email: 'm@x.example', uniqueIdentifier: 'n@x.example' }, false],
		[{ emailAddress: 'n@x.example' }, { email: null }, false],
		[{ uniqueIdentifier: 'A1' }, { uniqueIdentifier: 'A1' }, true],
		[{ uniqueIdentifier: 'A1' }, { uniqueIdentifier: 'a1' }, false],
		[{ uniqueIdentifier: 'A1' }, {}, false],
		[{ emailAddress: 'n@x.example', uniqueIdentifier: 'A1' }, { email: 'n@x.example', uniqueIdentifier: '' }, true],
		// Neither a missing e-mail address nor a missing identifier is something in common.
		[{}, {}, false],
		[{}, { email: null, uniqueIdentifier: null }, false],
	])('%j and %j: %s', (person, candidate, same) => {
		expect(isSamePerson(person, candidate)).toBe(same);
	});

	it('has the same key however the address is written, and no key in common with another', () => {
		expect(personKeys({ emailAddress: 'N@x.example' })).toEqual(personKeys({ emailAddress: 'n@X.EXAMPLE' }));
		expect(personKeys({ emailAddress: 'a', uniqueIdentifier: 'A' })).toHaveLength(2);
		expect(personKeys({ emailAddress: 'a' })).not.toEqual(personKeys({ uniqueIdentifier: 'a' }));
		expect(personKeys({ uniqueIdentifier: 'a' })).not.toEqual(personKeys({ uniqueIdentifier: 'A' }));
		expect(personKeys({})).toEqual([]);
	});
});
