import { expect, test } from 'vitest';

import { type Cursor, isCursor } from '../../../nodes/EnterpriseAssessmentPollTrigger/newScores.ts';
import { latestCursor } from '../../../nodes/EnterpriseAssessmentPollTrigger/n8nPolls.ts';
import { DAY, MINUTE, NOW, polls } from './polls.ts';

const older: Cursor = polls({ now: NOW, answer: [] }).cursor;
const newer: Cursor = { ...older, polledAt: NOW + MINUTE };
const ahead: Cursor = { ...older, polledAt: NOW + 30 * DAY };

test.each<readonly [string, unknown]>([
	['no value', undefined],
	['text in place of an object', 'damaged'],
	['a different version', { ...older, version: 2 }],
])("a saved state with %s isn't used as a cursor", (_, stored) => {
	expect(isCursor(stored)).toBe(false);
	expect(isCursor(older)).toBe(true);
});

/** A slow poll ends long after it began. */
const endedAt = newer.polledAt + 10 * MINUTE;
const [quiet, emitted] = [true, false].map((isQuiet) => ({ cursor: newer, endedAt, isQuiet }));

test.each<
	[string, Cursor | undefined, Parameters<typeof latestCursor>[1], expected: Cursor | undefined, atFirst?: 'saving']
>([
	["this process hasn't polled before", older, undefined, older],
	["n8n didn't save the last poll, which returned nothing", older, quiet, newer],
	['the node was renamed', undefined, emitted, newer, 'saving'],
	['n8n rejected the items of the last poll', older, emitted, older, 'saving'],
	['another process has polled since', newer, { cursor: older, endedAt, isQuiet: true }, newer],
	['n8n saved the last poll, which returned nothing', { ...newer }, quiet, newer],
	['n8n saved the items of the last poll', newer, emitted, newer],
	["n8n's clock was ahead when it saved a poll", ahead, quiet, newer],
	["n8n's clock was ahead during the last poll", older, { cursor: ahead, endedAt, isQuiet: true }, older],
	["n8n's clock was ahead until now", ahead, { cursor: ahead, endedAt, isQuiet: true }, undefined],
])('if %s, a poll continues from the right cursor, and unless someone publishes, n8n has 60 s to save it', (...row) => {
	const [, stored, last, expected, atFirst = expected] = row;
	expect(latestCursor(stored, last, { occasion: 'publication', now: endedAt })).toEqual(expected);
	for (const occasion of ['start', 'timer'] as const) {
		expect(latestCursor(stored, last, { occasion, now: endedAt + 60_000 })).toEqual(atFirst);
		expect(latestCursor(stored, last, { occasion, now: endedAt + 60_001 })).toEqual(expected);
	}
});
