import { describe, expect, it } from 'vitest';

import { eventIdOfExample, eventIdOfReport } from '../../../nodes/shared/scoreReports.ts';
import type { EventFilters } from '../../../nodes/EnterpriseAssessmentTrigger/parameters.ts';
import type { Verdict } from '../../../nodes/EnterpriseAssessmentTrigger/receiving/event.ts';
import { judgeEvent } from '../../../nodes/EnterpriseAssessmentTrigger/receiving/event.ts';

const REPORT = {
	userAssessmentId: '7d1e0000-0000-4000-8000-000000000001',
	assessmentType: 'ThousandPoint',
	assessmentName: 'English Placement',
	status: 'Completed',
	started: '2026-11-21T03:00:00.0000000+00:00',
	completed: '2026-11-21T04:14:00.1234567+00:00',
	score: 640,
	placement: 'B2',
	cefrSpeakingLevel: null,
	certificateUrl: null,
	somethingNew: { kept: true },
};

const USER = {
	userId: '5f0c6f2e-9a1b-4c55-8a6e-1d2e3f405162',
	givenName: 'Zoë',
	surname: 'Example',
	username: 'zoe',
	email: 'zoe@example.com',
	studentId: '',
	uniqueIdentifier: 'u-1',
	scoreReports: [REPORT],
};

const EXAMPLE_USER = { ...USER, userId: '00000000-0000-0000-0000-000000000000', scoreReports: [] };

const FILTERS: EventFilters = {
	events: ['user-assessment-scored', 'webhook-example'],
	assessmentTypes: [],
	assessmentNames: [],
	statuses: [],
};

const MARKS = { bodyHash: 'hash=', timestamp: '1795234440' };

function judge(body: unknown, filters: Partial<EventFilters> = {}, simplify = false): Verdict {
	const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
	return judgeEvent(bytes, { ...FILTERS, ...filters }, simplify, MARKS);
}

function itemsOf(verdict: Verdict) {
	return verdict.kind === 'run' ? verdict.items : [];
}

describe('the output', () => {
	const eventId = eventIdOfReport(REPORT);

	it('of a scored assessment is the event as it came, and its id', () => {
		const verdict = judge({ event: 'user-assessment-scored', data: USER });
		const json = { event: 'user-assessment-scored', data: USER, eventId };
		expect(verdict).toEqual({ kind: 'run', items: [{ redeliveryId: eventId, json }] });
	});

	it('of a scored assessment, simplified, is one flat report', () => {
		const [item] = itemsOf(judge({ event: 'user-assessment-scored', data: USER }, {}, true));
		expect(item?.json).toMatchObject({ surname: USER.surname, score: 640, event: 'user-assessment-scored', eventId });
		expect(Object.keys(item?.json ?? {}).slice(-2)).toEqual(['event', 'eventId']);
	});

	it('of several reports is one item each, and only those that the filters admit', () => {
		const other = { ...REPORT, userAssessmentId: '7d1e0000-0000-4000-8000-000000000002', status: 'NeedsReview' };
		const body = { event: 'user-assessment-scored', data: { ...USER, scoreReports: [REPORT, other] } };
		expect(itemsOf(judge(body)).map(({ json }) => json)).toEqual([
			{ event: 'user-assessment-scored', data: USER, eventId },
			{
				event: 'user-assessment-scored',
				data: { ...USER, scoreReports: [other] },
				eventId: eventIdOfReport(other),
			},
		]);
		expect(itemsOf(judge(body, { statuses: ['NeedsReview'] }))).toHaveLength(1);
	});

	it('of the example event has the id of the delivery', () => {
		const id = eventIdOfExample(MARKS.bodyHash, MARKS.timestamp);
		const body = { event: 'webhook-example', data: EXAMPLE_USER };
		expect(itemsOf(judge(body))).toEqual([
			{ redeliveryId: id, json: { event: 'webhook-example', data: EXAMPLE_USER, eventId: id } },
		]);
		const [simple] = itemsOf(judge(body, {}, true));
		expect(simple?.json).toMatchObject({ surname: USER.surname, event: 'webhook-example', eventId: id });
		expect(simple?.json).not.toHaveProperty('data');
	});

	it('of an example event without a timestamp is never taken for a repetition', () => {
		const body = Buffer.from(JSON.stringify({ event: 'webhook-example', data: EXAMPLE_USER }));
		const [item] = itemsOf(judgeEvent(body, FILTERS, false, { bodyHash: 'hash=', timestamp: '' }));
		expect(item?.redeliveryId).toBeUndefined();
	});

	it('is read from a body with a byte order mark', () => {
		expect(judge(`\ufeff${JSON.stringify({ event: 'user-assessment-scored', data: USER })}`).kind).toBe('run');
	});
});

describe('which events run', () => {
	const scored = { event: 'user-assessment-scored', data: USER };
	const example = { event: 'webhook-example', data: EXAMPLE_USER };

	it.each([
		['no filter', scored, {}, 'run'],
		['another kind', scored, { events: ['webhook-example'] }, 'include its event type'],
		['no kind', scored, { events: [] }, 'include its event type'],
		['its type', scored, { assessmentTypes: ['TenPoint', 'ThousandPoint'] }, 'run'],
		['another type', scored, { assessmentTypes: ['TenPoint'] }, 'filters'],
		['its name', scored, { assessmentNames: [' English Placement'] }, 'run'],
		['another name', scored, { assessmentNames: ['English'] }, 'filters'],
		['its status', scored, { statuses: ['Completed'] }, 'run'],
		['another status', scored, { statuses: ['NeedsReview'] }, 'filters'],
		['the example', example, { events: ['webhook-example'] }, 'run'],
		['the example, not selected', example, { events: ['user-assessment-scored'] }, 'include its event type'],
		['the example, which has no report to filter', example, { statuses: ['Completed'] }, 'run'],
		['an unknown kind', { event: 'user-deleted', data: { any: 'thing' } }, {}, 'its event type is unknown'],
	] as const)('%s', (_what, body, filters, outcome) => {
		const verdict = judge(body, filters);
		expect(verdict.kind === 'ignore' ? verdict.reason : verdict.kind).toContain(outcome);
	});
});

describe('what is not the specified shape', () => {
	it.each([
		['nothing', '', 'event'],
		['an array', [], 'event'],
		['null', 'null', 'event'],
		['no event', { data: USER }, 'event'],
		['a number as event', { event: 1, data: USER }, 'event'],
		['no data', { event: 'user-assessment-scored' }, 'data'],
		['no user id', { event: 'user-assessment-scored', data: { scoreReports: [REPORT] } }, 'userId'],
		['an empty list', { event: 'user-assessment-scored', data: { userId: 'u', scoreReports: [] } }, 'empty'],
	])('%s', (_what, body, problem) => {
		expect(judge(body)).toMatchObject({ kind: 'malformed', problem: expect.stringContaining(problem) });
	});

	it('is malformed even where the filters would leave it out', () => {
		expect(judge({ event: 'user-assessment-scored', data: {} }, { events: [] }).kind).toBe('malformed');
	});
});
