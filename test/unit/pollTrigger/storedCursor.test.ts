import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Cursor } from '../../../nodes/EnterpriseAssessmentPollTrigger/cursor.ts';
import { fingerprintOf, reportKey } from '../../../nodes/EnterpriseAssessmentPollTrigger/reportKey.ts';
import { readCursor, writeCursor } from '../../../nodes/EnterpriseAssessmentPollTrigger/storedCursor.ts';

/** As it stands in n8n's database. It must be readable for ever from the first release on. */
const STORED = {
	version: 1,
	polledAt: '2026-11-21T12:00:00.000Z',
	from: '2026-11-14T11:50:00.000Z',
	pollsInWindow: 3,
	scope: '',
	scored: { '20777': 'abcdefghijkl01234567ABCDEFGHIJK_89abcdef', '20778': '' },
	pending: { 'zzzzzzzzzzz-': '2026-11-15T08:00:00.000Z' },
};

const CURSOR: Cursor = {
	polledAt: Date.UTC(2026, 10, 21, 12),
	from: Date.UTC(2026, 10, 14, 11, 50),
	pollsInWindow: 3,
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
	pollsInWindow: fc.nat(),
	scope: fc.string(),
	scored: fc
		.array(
			fc.tuple(
				keys,
				fc.record({
					day: fc.integer({ min: -800_000, max: 3_000_000 }),
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

test('what is stored is read', () => {
	expect(readCursor(STORED)).toEqual({ cursor: CURSOR });
});

test('no state is the first poll', () => {
	expect(readCursor(undefined)).toStrictEqual({ cursor: undefined });
});

test.each<[string, unknown, string]>([
	['not an object', 'text', 'not an object'],
	['null', null, 'not an object'],
	['an array', [STORED], 'not an object'],
	['empty', {}, 'no version'],
	['of a later release', { ...STORED, version: 2 }, 'another version of the package wrote it (format 2)'],
	['of a version as text', { ...STORED, version: '1' }, 'no version'],
	['without the last poll', { ...STORED, polledAt: undefined }, "'polledAt' is not a time"],
	['with a start that is no time', { ...STORED, from: 'yesterday' }, "'from' is not a time"],
	['without a count of polls', { ...STORED, pollsInWindow: undefined }, "'pollsInWindow' is not a number"],
	['without the scope', { ...STORED, scope: null }, "'scope' is not a text"],
	['with a day that is none', { ...STORED, scored: { yesterday: '' } }, "'scored' can't be read"],
	['with a date for a day', { ...STORED, scored: { '2026-11-20': '' } }, "'scored' can't be read"],
	['with entries that are no text', { ...STORED, scored: { '20777': 5 } }, "'scored' can't be read"],
	['with a list for entries', { ...STORED, scored: { '20777': [] } }, "'scored' can't be read"],
	['cut off in an entry', { ...STORED, scored: { '20777': 'abcdefghijkl0123' } }, "'scored' can't be read"],
	['without the scored reports', { ...STORED, scored: undefined }, "'scored' can't be read"],
	['with an unreadable pending report', { ...STORED, pending: { key: 5 } }, "'pending' can't be read"],
	['without the pending reports', { ...STORED, pending: [] }, "'pending' can't be read"],
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
	const read = readCursor({ ...STORED, scored: { '20777': entries } });
	expect('cursor' in read && read.cursor?.scored.size).toBe(200_000);
});
