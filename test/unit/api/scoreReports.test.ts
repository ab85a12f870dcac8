import { describe, expect, it } from 'vitest';

import { scoreReportItem, userItem } from '../../../nodes/shared/scoreReports.ts';

// In another order than the output's, as the service may send them.
const REPORT = {
	certificateUrl: null,
	score: 7.5,
	assessmentType: 'TenPoint',
	assessmentName: 'Speaking',
	userAssessmentId: 'ua1',
	placement: null,
	cefrSpeakingLevel: 'B2',
	status: 'Completed',
	started: null,
	completed: '2026-11-21T04:14:00Z',
	diagnosticInfo: ['x'],
};

const USER = {
	scoreReports: [REPORT, { userAssessmentId: 'ua2' }],
	uniqueIdentifier: '',
	studentId: 'S1',
	username: 'nathan',
	email: 'nathan@example.com',
	surname: 'Smith',
	givenName: 'Nathan',
	userId: 'u1',
	language: 'de',
};

const SIMPLE_USER = {
	givenName: 'Nathan',
	surname: 'Smith',
	email: 'nathan@example.com',
	uniqueIdentifier: '',
	userId: 'u1',
};

/** Fields, values and their order. */
const json = (value: unknown) =>
	JSON.stringify(value, (_field, inner: unknown) => (inner === undefined ? 'present but undefined' : inner));

describe('userItem', () => {
	it('is what the service sent', () => {
		expect(json(userItem(USER, false))).toBe(json(USER));
	});

	it('simplified has the decided fields in the decided order, reports nested', () => {
		const report = {
			assessmentName: 'Speaking',
			score: 7.5,
			cefrSpeakingLevel: 'B2',
			placement: null,
			status: 'Completed',
			completed: '2026-11-21T04:14:00Z',
			certificateUrl: null,
			userAssessmentId: 'ua1',
		};
		expect(json(userItem(USER, true))).toBe(
			json({ ...SIMPLE_USER, scoreReports: [report, { userAssessmentId: 'ua2' }] }),
		);
	});

	it('leaves out what a deprecated version lacks', () => {
		const deprecated = { uniqueIdentifier: 'x', userId: 'u1', scoreReports: [] };
		expect(json(userItem(deprecated, true))).toBe(json({ uniqueIdentifier: 'x', userId: 'u1', scoreReports: [] }));
	});
});

describe('scoreReportItem', () => {
	it("has the report's fields and the user's at the top level", () => {
		const userFields = { ...SIMPLE_USER, studentId: 'S1', username: 'nathan' };
		expect(scoreReportItem(USER, REPORT, false)).toEqual({ ...userFields, ...REPORT });
	});

	it('simplified is flat, what people map first, the IDs last', () => {
		expect(json(scoreReportItem(USER, REPORT, true))).toBe(
			json({
				givenName: 'Nathan',
				surname: 'Smith',
				email: 'nathan@example.com',
				assessmentName: 'Speaking',
				score: 7.5,
				cefrSpeakingLevel: 'B2',
				placement: null,
				status: 'Completed',
				completed: '2026-11-21T04:14:00Z',
				certificateUrl: null,
				uniqueIdentifier: '',
				userId: 'u1',
				userAssessmentId: 'ua1',
			}),
		);
	});

	it('does not touch what it is made from', () => {
		const before = json(USER);
		const item = scoreReportItem(USER, REPORT, false);
		item.score = 0;
		expect(json(USER)).toBe(before);
	});
});
