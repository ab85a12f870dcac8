import fc from 'fast-check';
import { expect, test } from 'vitest';

import { step } from '../../../nodes/EnterpriseAssessmentPollTrigger/cursor.ts';
import type { Cursor } from '../../../nodes/EnterpriseAssessmentPollTrigger/cursor.ts';
import { fingerprintOf, reportKey } from '../../../nodes/EnterpriseAssessmentPollTrigger/reportKey.ts';
import { readCursor, writeCursor } from '../../../nodes/EnterpriseAssessmentPollTrigger/storedCursor.ts';

/** As the first release stores it. It must be readable for ever. */
const VERSION_1 = {
	version: 1,
	polledAt: '2026-11-21T12:00:00.000Z',
	from: '2026-11-14T11:50:00.000Z',
	scope: '',
	scored: { '2026-11-20': 'abcdefghijkl01234567ABCDEFGHIJK_89abcdef', '2026-11-21': '' },
	pending: { 'zzzzzzzzzzz-': '2026-11-15T08:00:00.000Z' },
};

const VERSION_1_CURSOR: Cursor = {
	polledAt: Date.UTC(2026, 10, 21, 12),
	from: Date.UTC(2026, 10, 14, 11, 50),
	scope: '',
	scored: new Map([
		['abcdefghijkl', { day: 20_777, fingerprint: '01234567' }],
		['ABCDEFGHIJK_', { day: 20_777, fingerprint: '89abcdef' }],
	]),
	pending: new Map([['zzzzzzzzzzz-', Date.UTC(2026, 10, 15, 8)]]),
};

const instants = fc.integer({ min: 0, max: Date.UTC(2100, 0) });
const keys = fc.uuid().map(reportKey);
const cursors: fc.Arbitrary<Cursor> = fc.record({
	polledAt: instants,
	from: instants,
	scope: fc.string(),
	scored: fc
		.array(
			fc.tuple(
				keys,
				fc.record({
					day: fc.integer({ min: 0, max: 40_000 }),
					fingerprint: fc.stringMatching(/^[0-9a-f]{64}$/).map(fingerprintOf),
				}),
			),
		)
		.map((entries) => new Map(entries)),
	pending: fc.array(fc.tuple(keys, instants)).map((entries) => new Map(entries)),
});

test('what is written as JSON is read again', () => {
	fc.assert(
		fc.property(cursors, (cursor) => {
			const stored: unknown = JSON.parse(JSON.stringify(writeCursor(cursor)));
			expect(readCursor(stored)).toEqual({ cursor });
		}),
	);
});

test('a state of the first release is read', () => {
	expect(readCursor(VERSION_1)).toEqual({ cursor: VERSION_1_CURSOR });
});

test('an older format is brought up to date step by step', () => {
	const { polledAt, ...rest } = VERSION_1;
	const oldest = { ...rest, version: 1, lastPoll: polledAt, scored: undefined };
	const upgrades = [
		({ lastPoll, ...older }: Record<string, unknown>) => ({ ...older, version: 2, polledAt: lastPoll }),
		(older: Record<string, unknown>) => ({ ...older, version: 3, scored: VERSION_1.scored }),
	];
	expect(readCursor(oldest, upgrades)).toEqual({ cursor: VERSION_1_CURSOR });
	expect(readCursor({ ...VERSION_1, version: 3 }, upgrades)).toEqual({ cursor: VERSION_1_CURSOR });
});

test('a day beyond the calendar is read again', () => {
	const report = { userAssessmentId: 'a', status: 'Completed', completed: '9999-12-31T23:59:59-08:00' };
	const result = { user: { userId: 'u', scoreReports: [report] }, report };
	const options = { lookbackDays: 7, emitRescored: false, credentialsId: '', groupIds: [], wants: () => true };
	const { cursor } = step(undefined, [result], Date.UTC(2026, 10, 21), options);
	expect(readCursor(JSON.parse(JSON.stringify(writeCursor(cursor))))).toEqual({ cursor });
});

test('no state is the first poll', () => {
	expect(readCursor(undefined)).toStrictEqual({ cursor: undefined });
});

test.each<[string, unknown, string]>([
	['not an object', 'text', 'not an object'],
	['null', null, 'not an object'],
	['an array', [VERSION_1], 'not an object'],
	['empty', {}, 'no version'],
	['of a later release', { ...VERSION_1, version: 2 }, 'a newer version of the package wrote it (format 2)'],
	['of no version', { ...VERSION_1, version: 0 }, 'no version'],
	['of half a version', { ...VERSION_1, version: 1.5 }, 'no version'],
	['of a version as text', { ...VERSION_1, version: '1' }, 'no version'],
	['without the last poll', { ...VERSION_1, polledAt: undefined }, "'polledAt' is not a time"],
	['with a start that is no time', { ...VERSION_1, from: 'yesterday' }, "'from' is not a time"],
	['without the scope', { ...VERSION_1, scope: null }, "'scope' is not a text"],
	['with a day that is none', { ...VERSION_1, scored: { yesterday: '' } }, "'scored' can't be read"],
	['with a day that never was', { ...VERSION_1, scored: { '2026-13-20': '' } }, "'scored' can't be read"],
	['with a time for a day', { ...VERSION_1, scored: { '2026-11-20T00:00:00Z': '' } }, "'scored' can't be read"],
	['with a day in the far future', { ...VERSION_1, scored: { '+102026-11-20': '' } }, "'scored' can't be read"],
	['with entries that are no text', { ...VERSION_1, scored: { '2026-11-20': 5 } }, "'scored' can't be read"],
	['cut off in an entry', { ...VERSION_1, scored: { '2026-11-20': 'abcdefghijkl0123' } }, "'scored' can't be read"],
	['without the scored reports', { ...VERSION_1, scored: undefined }, "'scored' can't be read"],
	['with an unreadable pending report', { ...VERSION_1, pending: { key: 5 } }, "'pending' can't be read"],
	['without the pending reports', { ...VERSION_1, pending: [] }, "'pending' can't be read"],
])('a broken state is no first poll, and says why: %s', (_, stored, problem) => {
	expect(readCursor(stored)).toEqual({ problem: expect.stringContaining(problem) as string });
});

test('keys do not change, and are the same for other spellings of an id', () => {
	const id = '0B2F5A52-5d4c-4b7e-9a68-6f6c4a1f2d33';
	expect(reportKey(id)).toBe('L0vcL58ULx7R');
	expect(reportKey(` ${id.toUpperCase()}\n`)).toBe(reportKey(id));
	expect(fingerprintOf('0123456789abcdef')).toBe('01234567');
});

test('a large day can be read', { timeout: 60_000 }, () => {
	const entries = Array.from({ length: 200_000 }, (_, index) => `${String(index).padStart(12, '0')}01234567`).join('');
	const read = readCursor({ ...VERSION_1, scored: { '2026-11-20': entries } });
	expect('cursor' in read && read.cursor?.scored.size).toBe(200_000);
});
