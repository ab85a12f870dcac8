import { expect, test } from 'vitest';

import { latestCursor, readCursor, writeCursor } from '../../../nodes/EnterpriseAssessmentPollTrigger/cursor.ts';
import type { Cursor } from '../../../nodes/EnterpriseAssessmentPollTrigger/cursor.ts';
import { MINUTE, NOW, WEEK } from './step.ts';

const CURSOR: Cursor = {
	account: WEEK.account,
	groupIds: ['a'],
	polledAt: NOW,
	from: NOW - MINUTE,
	known: new Map([
		['waiting', { completed: 1, result: null, waits: true }],
		['scored', { completed: 2, result: '01234567', waits: false }],
	]),
};
const STORED = writeCursor(CURSOR);

test('what is written as JSON is read again', () => {
	expect(readCursor(JSON.parse(JSON.stringify(STORED)))).toEqual(CURSOR);
});

const known = { completed: 1, result: null, waits: true };

test.each<[string, unknown]>([
	['nothing', undefined],
	['a text', 'damaged'],
	['of another version', { ...STORED, version: 2 }],
	['without an account', { ...STORED, account: undefined }],
	['without groups', { ...STORED, groupIds: 'a' }],
	['without the last poll', { ...STORED, polledAt: undefined }],
	['without a beginning', { ...STORED, from: null }],
	['without its reports', { ...STORED, known: undefined }],
	['with a report that is none', { ...STORED, known: { a: known, b: null } }],
	['with a report without a time', { ...STORED, known: { a: { ...known, completed: '1' } } }],
	['with a report without a result', { ...STORED, known: { a: { ...known, result: 5 } } }],
	['with a report that does not say whether it waits', { ...STORED, known: { a: { ...known, waits: 1 } } }],
])('what can not be read is no cursor: %s', (_, stored) => {
	expect(readCursor(stored)).toBeUndefined();
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
