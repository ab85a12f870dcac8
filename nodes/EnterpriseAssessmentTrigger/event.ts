import type { IDataObject } from 'n8n-workflow';
import { hash } from 'node:crypto';

import { isRecord, shallowJson, userObjectCheck } from '../api/specification/responses';
import { admitsReport, type ReportFilter } from '../shared/filters';
import { eventItem, SCORED_EVENT } from '../shared/scoreReports';

/** The kind of event that POST /webhook/example causes (specification: Events). */
export const EXAMPLE_EVENT = 'webhook-example';

/** Which events run the workflow, and how its items look. */
export type EventParameters = { events: readonly string[]; filters: ReportFilter; simplify: boolean };

export type Verdict =
	| { items: IDataObject[] }
	/** The response is a success, because the service would otherwise send the event again. */
	| { ignored: string }
	/** The body doesn't have the specified format. */
	| { problem: string };

/** Decides what a verified delivery does (specification: Events). Its `timestamp` is empty if it isn't signed. */
export function judgeEvent(body: Buffer, timestamp: string, { events, filters, simplify }: EventParameters): Verdict {
	const json = shallowJson(body.toString('utf8'));
	if ('problem' in json) return json;
	const parsed = json.value;
	if (!isRecord(parsed) || typeof parsed.event !== 'string') {
		return { problem: "the body isn't a JSON object with a string 'event'" };
	}
	const { event, data } = parsed;
	if (event !== SCORED_EVENT && event !== EXAMPLE_EVENT) return { ignored: 'its event type is unknown' };
	const checked = userObjectCheck(data);
	if ('problem' in checked) return { problem: `'data' isn't a user with score reports: ${checked.problem}` };
	const user = checked.value;
	if (event === SCORED_EVENT && user.scoreReports.length === 0) {
		return { problem: "'scoreReports' is empty, although the event is about a score" };
	}
	if (!events.includes(event)) return { ignored: "'Trigger On' doesn't include its event type" };
	if (event === EXAMPLE_EVENT) {
		const eventId = eventIdOfExample(body, timestamp);
		return { items: [eventItem(user, simplify, { event, eventId })] };
	}
	const reports = user.scoreReports.filter((report) => admitsReport(filters, report));
	if (reports.length === 0) return { ignored: 'the filters exclude it' };
	return { items: reports.map((report) => eventItem({ ...user, scoreReports: [report] }, simplify)) };
}

/** Identifies the delivery, because the example event always has the same body. */
function eventIdOfExample(body: Buffer, timestamp: string): string {
	return hash('sha256', JSON.stringify([EXAMPLE_EVENT, hash('sha256', body, 'base64'), timestamp]));
}
