import { expect, test } from 'vitest';

import { isCursor, latestCursor } from '../../../nodes/EnterpriseAssessmentPollTrigger/cursor.ts';
import type { Cursor } from '../../../nodes/EnterpriseAssessmentPollTrigger/cursor.ts';
import { MINUTE, NOW, WEEK } from './step.ts';

const CURSOR: Cursor = {
	version: 1,
	account: WEEK.account,
	groupIds: ['a'],
	polledAt: NOW,
	from: NOW - MINUTE,
	known: {
		waiting: { completed: 1, result: null, waits: true },
		scored: { completed: 2, result: '01234567', waits: false },
	},
};

test('what is stored is a cursor', () => {
	expect(isCursor(CURSOR)).toBe(true);
});

const known = { completed: 1, result: null, waits: true };

test.each<[string, unknown]>([
	['nothing', undefined],
	['a text', 'damaged'],
	['of another version', { ...CURSOR, version: 2 }],
	['without an account', { ...CURSOR, account: undefined }],
	['without groups', { ...CURSOR, groupIds: 'a' }],
	['without the last poll', { ...CURSOR, polledAt: undefined }],
	['without a beginning', { ...CURSOR, from: null }],
	['without its reports', { ...CURSOR, known: undefined }],
	['with a report that is none', { ...CURSOR, known: { a: known, b: null } }],
	['with a report without a time', { ...CURSOR, known: { a: { ...known, completed: '1' } } }],
	['with a report without a result', { ...CURSOR, known: { a: { ...known, result: 5 } } }],
	['with a report that does not say whether it waits', { ...CURSOR, known: { a: { ...known, waits: 1 } } }],
])('what can not be read is no cursor: %s', (_, stored) => {
	expect(isCursor(stored)).toBe(false);
});

const [older, newer] = [CURSOR, { ...CURSOR, polledAt: NOW + MINUTE, from: NOW }];

test.each([
	['the stored one in a new process', older, undefined, NOW, older],
	['the own one where n8n did not save it', older, { cursor: newer, isQuiet: true }, NOW, newer],
	['the own one after the node was renamed', undefined, { cursor: newer, isQuiet: false }, NOW, newer],
	['the stored one where n8n did not take the items', older, { cursor: newer, isQuiet: false }, NOW, older],
	['the stored one where somebody else has polled since', newer, { cursor: older, isQuiet: true }, NOW, newer],
	['the stored one where both are of one poll', { ...newer }, { cursor: newer, isQuiet: true }, NOW, newer],
	['the stored one where the clock was ahead since', older, { cursor: newer, isQuiet: true }, NOW - 1, older],
	[
		'none where the clock was ahead and the node was renamed',
		undefined,
		{ cursor: newer, isQuiet: true },
		NOW - 1,
		undefined,
	],
])('a poll goes on from %s', (_, stored, last, now, expected) => {
	expect(latestCursor(stored, last, now)).toEqual(expected);
});
