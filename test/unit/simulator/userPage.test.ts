import { describe, expect, it } from 'vitest';
import { newest } from '../../../simulator/control/newest.ts';
import { pageOfUsers } from '../../../simulator/control/userPage.ts';
import type { UserRecord } from '../../../simulator/account/records.ts';
import { userAssessment } from './builders.ts';

/** Which users the control surface lists, and in what order. */

function user(name: string, assignedAt: number[], email = ''): UserRecord {
	return {
		userId: `id-of-${name}`,
		givenName: name,
		surname: 'Doe',
		username: '',
		email,
		studentId: '',
		uniqueIdentifier: `EMP-${name}`,
		administrator: false,
		createdAt: null,
		groupIds: new Set(),
		userAssessments: assignedAt.map((at) => userAssessment({ assignedAt: at })),
	};
}

const USERS = [
	user('Ada', []),
	user('Ben', [500, 100], 'Ben@Example.com'),
	user('Cem', [300]),
	user('Dia', []),
	user('Eva', [500]),
];

describe('pageOfUsers', () => {
	it.each<[string, Parameters<typeof pageOfUsers>[1], string]>([
		['all, in the order of creation', {}, 'Ada Ben Cem Dia Eva'],
		['a page', { offset: 1, limit: 2 }, 'Ben Cem'],
		['the newest assignment first, then the newest users', { newestFirst: true }, 'Eva Ben Cem Dia Ada'],
		['a page of the newest', { newestFirst: true, offset: 1, limit: 1 }, 'Ben'],
		['a part of the e-mail address, without case', { search: ' ben@EXAMPLE ' }, 'Ben'],
		['given name and surname together', { search: 'cem doe' }, 'Cem'],
		['an identifier', { search: 'emp-d' }, 'Dia'],
		['the ID', { search: 'id-of-Ada' }, 'Ada'],
		['nobody', { search: 'Ada\nDoe' }, ''],
		['whom all have in common, paged after the search', { search: 'doe', offset: 3 }, 'Dia Eva'],
	])('%s', (_what, page, expected) => {
		expect(
			pageOfUsers(USERS, page)
				.map(({ givenName }) => givenName)
				.join(' '),
		).toBe(expected);
	});
});

describe('newest', () => {
	it.each([
		[undefined, [1, 2, 3]],
		[0, []],
		[2, [2, 3]],
		[9, [1, 2, 3]],
	])('%s', (count, expected) => expect(newest([1, 2, 3], count)).toEqual(expected));
});
