import { expect, test } from 'vitest';

import type { Cursor } from '../../../nodes/EnterpriseAssessmentPollTrigger/step.ts';
import { isCursor } from '../../../nodes/EnterpriseAssessmentPollTrigger/step.ts';
import { latestCursor } from '../../../nodes/EnterpriseAssessmentPollTrigger/n8nPolls.ts';
import { DAY, MINUTE, NOW, polls } from './polls.ts';

const older: Cursor = polls({ now: NOW, answer: [] }).cursor;
const newer: Cursor = { ...older, polledAt: NOW + MINUTE };
const ahead: Cursor = { ...older, polledAt: NOW + 30 * DAY };

test.each<readonly [string, unknown]>([
	['no value', undefined],
	['text in place of an object', 'damaged'],
	['a different version', { ...older, version: 2 }],
	...['groupIds', 'polledAt', 'from', 'known'].map(
		(field) => [`no ${field}`, { ...older, [field]: undefined }] as const,
	),
	...[null, { completed: '1' }, { result: 1 }, { result: undefined }, { waits: 'no' }].map((damage) => {
		const sound = { completed: 1, result: 'a', waits: false };
		const known = { sound, damaged: damage && { ...sound, ...damage } };
		return [`the entry ${JSON.stringify(known.damaged)}`, { ...older, known }] as const;
	}),
])("a saved state with %s isn't used as a cursor", (_, stored) => {
	expect(isCursor(stored)).toBe(false);
	const known = Object.fromEntries([null, true, 'a'].map((result) => [result, { completed: 1, result, waits: true }]));
	expect(isCursor({ ...older, known })).toBe(true);
});

/** A slow poll ends long after it began. */
const endedAt = newer.polledAt + 10 * MINUTE;
const [quiet, emitted] = [true, false].map((isQuiet) => ({ cursor: newer, endedAt, isQuiet }));

test.each([
	["this process hasn't polled before", older, undefined, older],
	["n8n didn't save the last poll, which returned nothing", older, quiet, newer],
	['the node was renamed', undefined, emitted, newer],
	['n8n rejected the items of the last poll', older, emitted, older],
	['another process has polled since', newer, { cursor: older, endedAt, isQuiet: true }, newer],
	['n8n saved the last poll', { ...newer }, quiet, newer],
	["n8n's clock was ahead when it saved a poll", ahead, quiet, newer],
])('a poll continues from the right cursor if %s', (_, stored, last, expected) => {
	for (const occasion of ['publication', 'schedule'] as const) {
		expect(latestCursor(stored, last, occasion, endedAt)).toEqual(expected);
	}
	for (const occasion of ['start', 'tick'] as const) {
		expect(latestCursor(stored, last, occasion, endedAt + 60_001)).toEqual(expected);
	}
});

test.each([
	['older', older, 'saving'],
	['missing', undefined, 'saving'],
	['the same', newer, newer],
])('a tick waits up to 60 s for n8n to save the cursor of returned items (saved: %s)', (_, stored, expected) => {
	for (const occasion of ['start', 'tick'] as const) {
		expect(latestCursor(stored, emitted, occasion, endedAt + 60_000)).toBe(expected);
	}
	expect(latestCursor(older, quiet, 'tick', endedAt)).toBe(newer);
});
