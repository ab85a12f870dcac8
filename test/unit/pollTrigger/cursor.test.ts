import { expect, test } from 'vitest';

import type { Cursor } from '../../../nodes/EnterpriseAssessmentPollTrigger/step.ts';
import { isCursor } from '../../../nodes/EnterpriseAssessmentPollTrigger/step.ts';
import { latestCursor } from '../../../nodes/EnterpriseAssessmentPollTrigger/memory.ts';
import { MINUTE, NOW, WEEK } from './step.ts';

const CURSOR: Cursor = {
	version: 1,
	account: WEEK.account,
	groupIds: ['a'],
	polledAt: NOW,
	from: NOW - MINUTE,
	known: {
		waiting: { completed: 1, result: null, waits: true },
		scored: { completed: 2, result: true, waits: false },
		compared: { completed: 2, result: '01234567', waits: false },
	},
};

test('what is stored is a cursor', () => {
	expect(isCursor(CURSOR)).toBe(true);
});

test.each<[string, unknown]>([
	['nothing', undefined],
	['a text', 'damaged'],
	['of another version', { ...CURSOR, version: 2 }],
])('what can not be read is no cursor: %s', (_, stored) => {
	expect(isCursor(stored)).toBe(false);
});

const [older, newer] = [CURSOR, { ...CURSOR, polledAt: NOW + MINUTE, from: NOW }];

test.each([
	['the stored one in a new process', older, undefined, older],
	['the own one where n8n did not save it', older, { cursor: newer, isQuiet: true }, newer],
	['the own one after the node was renamed', undefined, { cursor: newer, isQuiet: false }, newer],
	['the stored one where n8n did not take the items', older, { cursor: newer, isQuiet: false }, older],
	['the stored one where another process has polled since', newer, { cursor: older, isQuiet: true }, newer],
	['the stored one where both are of one poll', { ...newer }, { cursor: newer, isQuiet: true }, newer],
])('a poll goes on from %s', (_, stored, last, expected) => {
	expect(latestCursor(stored, last)).toEqual(expected);
});
