import { execFileSync } from 'node:child_process';

import { expect, it } from 'vitest';

import { eventIdOfReport } from '../../../nodes/shared/scoreReports.ts';

const EVENT = 'user-assessment-scored';

const REPORT = {
	userAssessmentId: '5f0c6f2e-9a1b-4c55-8a6e-1d2e3f405162',
	status: 'Completed',
	completed: '2026-11-21T04:14:00.9234567+00:00',
	score: 7.5,
	placement: null,
};

it('the event ID of a score is the SHA-256 of its canonical text', () => {
	const text = `["user-assessment-scored","5f0c6f2e-9a1b-4c55-8a6e-1d2e3f405162","Completed",${Date.UTC(2026, 10, 21, 4, 14) / 1000},7.5,null]`;
	const expected = execFileSync('openssl', ['dgst', '-sha256', '-r'], { input: text }).toString().slice(0, 64);
	expect(eventIdOfReport(EVENT, REPORT)).toBe(expected);
});

it('the event ID of a score changes with each scored value, but not if the same value is written differently', () => {
	const others = [
		{ userAssessmentId: '5f0c6f2e-9a1b-4c55-8a6e-1d2e3f405163' },
		...[{ status: 'NeedsReview' }, { score: 7.6 }, { score: undefined }, { score: 0 }, { placement: 'B2' }],
		...['2026-11-21T04:14:01Z', null, 'yesterday'].map((completed) => ({ completed })),
		// Without escaping, this would have the same text as status 'Completed' with placement 'B2'.
		{ status: 'Completed","B2' },
	];
	const sames = [
		...[{ completed: '2026-11-21T04:14:00Z' }, { completed: '2026-11-20T23:44:00.5234567-04:30' }],
		...[{ completed: '2026-11-21T04:14:00' }, { userAssessmentId: REPORT.userAssessmentId.toUpperCase() }],
		...[{ placement: undefined }, { placement: '' }],
	];
	const idsWith = (changes: object[]) =>
		new Set(changes.map((change) => eventIdOfReport(EVENT, { ...REPORT, ...change })));
	expect(idsWith([{}, ...sames]).size).toBe(1);
	expect(idsWith([null, ''].map((none) => ({ completed: none, status: none }))).size).toBe(1);
	expect(idsWith([{}, ...others]).size).toBe(1 + others.length);
});
