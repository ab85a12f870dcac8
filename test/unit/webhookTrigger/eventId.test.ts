import { execFileSync } from 'node:child_process';

import { describe, expect, it } from 'vitest';

import { eventIdOfExample, eventIdOfReport } from '../../../nodes/shared/scoreReports.ts';

const REPORT = {
	userAssessmentId: '5f0c6f2e-9a1b-4c55-8a6e-1d2e3f405162',
	status: 'Completed',
	completed: '2026-11-21T04:14:00.1234567+00:00',
	score: 7.5,
	placement: null,
};

describe('eventId of a score report', () => {
	it('is the SHA-256 of its canonical text', () => {
		const text = `["user-assessment-scored","5f0c6f2e-9a1b-4c55-8a6e-1d2e3f405162","Completed",${Date.UTC(2026, 10, 21, 4, 14) / 1000},7.5,null]`;
		const expected = execFileSync('openssl', ['dgst', '-sha256', '-r'], { input: text }).toString().slice(0, 64);
		expect(eventIdOfReport(REPORT)).toBe(expected);
	});

	it.each([
		['fewer fraction digits', { completed: '2026-11-21T04:14:00.123Z' }],
		['no fraction', { completed: '2026-11-21T04:14:00Z' }],
		['another offset', { completed: '2026-11-20T23:44:00.1234567-04:30' }],
		['no offset', { completed: '2026-11-21T04:14:00' }],
		['an id in capitals', { userAssessmentId: REPORT.userAssessmentId.toUpperCase() }],
		['an absent placement', { placement: undefined }],
		['an empty placement', { placement: '' }],
	])('stays the same with %s', (_what, change) => {
		expect(eventIdOfReport({ ...REPORT, ...change })).toBe(eventIdOfReport(REPORT));
	});

	it('differs with every scored value', () => {
		const changes = [
			{},
			{ userAssessmentId: '5f0c6f2e-9a1b-4c55-8a6e-1d2e3f405163' },
			{ status: 'NeedsReview' },
			{ completed: '2026-11-21T04:14:01Z' },
			{ completed: null },
			{ completed: 'yesterday' },
			{ score: 7.6 },
			{ score: undefined },
			{ placement: 'B2' },
			// The fields must not run into one another.
			{ status: 'Completed","B2' },
		];
		const ids = changes.map((change) => eventIdOfReport({ ...REPORT, ...change }));
		expect(new Set(ids).size).toBe(changes.length);
	});
});

it('eventId of an example event is that of the delivery', () => {
	const id = eventIdOfExample('hash=', '2026-11-21T04:14:00Z');
	expect(eventIdOfExample(' hash=', '2026-11-21T04:14:00Z ')).toBe(id);
	expect(eventIdOfExample('hash=', '2026-11-21T04:14:01Z')).not.toBe(id);
	expect(eventIdOfExample('hashed=', '2026-11-21T04:14:00Z')).not.toBe(id);
});
