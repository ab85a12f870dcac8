import { describe, expect, it } from 'vitest';

import { type EventParameters, judgeEvent } from '../../../nodes/EnterpriseAssessmentTrigger/event.ts';
import { eventIdOfReport } from '../../../nodes/shared/scoreReports.ts';

const REPORT = {
	userAssessmentId: '7d1e0000-0000-4000-8000-000000000001',
	assessmentType: 'ThousandPoint',
	assessmentName: 'Placement',
	status: 'Completed',
	score: 640,
	somethingNew: { kept: true },
};
const OTHER_ID = '7d1e0000-0000-4000-8000-000000000002';
const OTHER = { ...REPORT, userAssessmentId: OTHER_ID, status: 'NeedsReview', assessmentName: null };

const USER = { userId: '5f0c6f2e-9a1b-4c55-8a6e-1d2e3f405162', surname: 'Example', scoreReports: [REPORT] };

const SCORED = { event: 'user-assessment-scored', data: USER };
const EXAMPLE = { event: 'webhook-example', data: { ...USER, scoreReports: [] } };
const TOO_DEEP = JSON.stringify(SCORED).replace('640', '['.repeat(30_000) + ']'.repeat(30_000));
const NO_FILTERS = { assessmentTypes: [], assessmentNames: [], statuses: [] };
const TIMESTAMP = '1795234440';

type Filters = Partial<EventParameters['filters'] & Pick<EventParameters, 'events'>>;

function judge(body: unknown, given: Filters = {}, simplify = false) {
	const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
	const { events = [SCORED.event, EXAMPLE.event], ...filters } = given;
	return judgeEvent(bytes, TIMESTAMP, { events, filters: { ...NO_FILTERS, ...filters }, simplify });
}

describe('the output item of an event', () => {
	const eventId = eventIdOfReport(SCORED.event, REPORT);
	const both = { ...SCORED, data: { ...USER, scoreReports: [REPORT, OTHER] } };
	const other = { ...SCORED, data: { ...USER, scoreReports: [OTHER] }, eventId: eventIdOfReport(SCORED.event, OTHER) };
	const exampleId = '24207852d4e1fe07ec5be7da339877aa33f5a95e35e32c86659a4e807075d519';

	it.each([
		['a body with a byte order mark', `\ufeff${JSON.stringify(SCORED)}`, {}, [{ ...SCORED, eventId }]],
		['the example event', EXAMPLE, {}, [{ ...EXAMPLE, eventId: exampleId }]],
		['several reports', both, {}, [{ ...SCORED, eventId }, other]],
		['several reports, one of which the filters include', both, { statuses: ['NeedsReview'] }, [other]],
		['several reports, one of which has a name', both, { assessmentNames: ['PLACEMENT'] }, [{ ...SCORED, eventId }]],
	])("contains the service's data and an event ID for %s", (_what, body, filters, items) => {
		expect(judge(body, filters)).toEqual({ items });
	});

	it.each([
		[SCORED, { surname: 'Example', score: 640, event: SCORED.event, eventId }],
		[EXAMPLE, { surname: 'Example', event: EXAMPLE.event, eventId: exampleId }],
	])('is flat and ends with the event and its ID if Simplify is on: %o', (body, fields) => {
		const verdict = judge(body, {}, true);
		const [item = {}] = 'items' in verdict ? verdict.items : [];
		expect(item).toMatchObject(fields);
		expect(item).not.toHaveProperty('data');
		expect(Object.keys(item).slice(-2)).toEqual(['event', 'eventId']);
	});
});

it.each([
	['a score nested too deep', TOO_DEEP, "it's nested deeper than 500 levels"],
	['an empty body', '', "the body isn't a JSON object"],
	['null', 'null', "the body isn't a JSON object"],
	['no event', { data: USER }, "a string 'event'"],
	['no data', { event: SCORED.event }, "'data' isn't a user with score reports: it's empty"],
	['no reports', { ...SCORED, data: { ...USER, scoreReports: [] } }, "'scoreReports' is empty"],
])('a body without the specified structure is malformed, whatever the filters: %s', (_what, body, problem) => {
	const malformed = { problem: expect.stringContaining(problem) as string };
	expect(judge(body)).toEqual(malformed);
	expect(judge(body, { events: [] })).toEqual(malformed);
});
