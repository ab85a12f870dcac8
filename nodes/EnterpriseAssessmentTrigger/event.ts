import type { IDataObject } from 'n8n-workflow';
import { hash } from 'node:crypto';

import { isRecord, shallowJson, userObjectCheck } from '../api/specification/responses';
import type { EventName } from '../api/specification/values';
import { admitsReport, type ReportFilter } from '../shared/filters';
import { eventItem, reportItem, SCORED_EVENT } from '../shared/scoreReports';

/** The kind of event that POST /webhook/example causes (specification: Events). */
export const EXAMPLE_EVENT = 'webhook-example' satisfies EventName;

/** How 'Trigger On' shows a kind of event, and what its deliveries are. */
interface EventKind extends Record<'name' | 'action' | 'description', string> {
	/** Whether it's about score reports, which the filters apply to. If not, it's only for testing. */
	isAboutReports: boolean;
}

/** All kinds of events of the specification. */
export const EVENTS = Object.entries<EventKind>({
	[SCORED_EVENT]: {
		name: 'Assessment Scored',
		action: 'On assessment scored, by webhook (one workflow per account)',
		description: 'Occurs when an assessment is scored',
		isAboutReports: true,
	},
	[EXAMPLE_EVENT]: {
		name: 'Example Event (for Testing Only)',
		action: 'On example event (for testing only, no scores)',
		description:
			"A made-up event without scores, sent when you test this node. You can't publish a workflow that listens only for this event.",
		isAboutReports: false,
	},
} satisfies Record<EventName, EventKind>).map(([value, kind]) => ({ value, ...kind }));

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
	const kind = EVENTS.find(({ value }) => value === event);
	if (kind === undefined) return { ignored: 'its event type is unknown' };
	const checked = userObjectCheck(data);
	if ('problem' in checked) return { problem: `'data' isn't a user with score reports: ${checked.problem}` };
	const user = checked.value;
	if (kind.isAboutReports && user.scoreReports.length === 0) {
		return { problem: "'scoreReports' is empty, although the event is about a score" };
	}
	if (!events.includes(event)) return { ignored: "'Trigger On' doesn't include its event type" };
	if (!kind.isAboutReports) {
		// It identifies the delivery, because the example event always has the same body.
		const eventId = hash('sha256', JSON.stringify([event, hash('sha256', body, 'base64'), timestamp]));
		return { items: [eventItem({ event, data: user, eventId }, simplify)] };
	}
	const reports = user.scoreReports.filter((report) => admitsReport(filters, report));
	if (reports.length === 0) return { ignored: 'the filters exclude it' };
	return { items: reports.map((report) => reportItem(event, user, report, simplify)) };
}
