import type { IDataObject } from 'n8n-workflow';

import { isRecord, jsonOrText, userObject } from '../../api/specification/responses';
import type { ScoreReport, User } from '../../api/specification/types';
import { admits } from '../../shared/parameters';
import { eventIdOfExample, eventIdOfReport, SCORED_EVENT, scoredEvent, simpleUser } from '../../shared/scoreReports';
import type { EventFilters } from '../parameters';
import { EXAMPLE_EVENT } from '../parameters';
import type { DeliveryMarks } from '../signature/signature';

export interface EventItem {
	/** Undefined where two deliveries can't be told apart, so that none counts as the repetition of another. */
	redeliveryId: string | undefined;
	json: IDataObject;
}

export type Verdict =
	| { kind: 'run'; items: EventItem[] }
	/** Answered with success, so that it isn't sent again, but nothing runs. */
	| { kind: 'ignore'; reason: string }
	/** Not the shape that the specification gives. */
	| { kind: 'malformed'; problem: string };

/** Says what a verified body means for the workflow (specification: Events). */
export function judgeEvent(body: Buffer, filters: EventFilters, simplify: boolean, marks: DeliveryMarks): Verdict {
	const parsed = jsonOrText(body.toString('utf8'));
	if (!isRecord(parsed) || typeof parsed.event !== 'string') {
		return { kind: 'malformed', problem: "the body is not a JSON object with a text 'event'" };
	}
	const { event, data } = parsed;
	if (event !== SCORED_EVENT && event !== EXAMPLE_EVENT) return { kind: 'ignore', reason: 'its event type is unknown' };
	const checked = userObject(data);
	if ('problem' in checked) {
		return { kind: 'malformed', problem: `'data' is not a user with score reports: ${checked.problem}` };
	}
	const user = checked.value;
	if (event === SCORED_EVENT && user.scoreReports.length === 0) {
		return { kind: 'malformed', problem: "'scoreReports' is empty although an assessment was scored" };
	}
	if (!filters.events.includes(event)) return { kind: 'ignore', reason: "'Trigger On' doesn't include its event type" };
	if (event === EXAMPLE_EVENT) return { kind: 'run', items: [exampleItem(user, simplify, marks)] };
	const reports = user.scoreReports.filter((report) => admits(filters, report));
	if (reports.length === 0) return { kind: 'ignore', reason: 'the filters exclude it' };
	return { kind: 'run', items: reports.map((report) => scoredItem(user, report, simplify)) };
}

function scoredItem(user: User, report: ScoreReport, simplify: boolean): EventItem {
	return { redeliveryId: eventIdOfReport(report), json: scoredEvent(user, report, simplify) };
}

function exampleItem(user: User, simplify: boolean, marks: DeliveryMarks): EventItem {
	const eventId = eventIdOfExample(marks.bodyHash, marks.timestamp);
	const json = simplify
		? { ...simpleUser(user), event: EXAMPLE_EVENT, eventId }
		: { event: EXAMPLE_EVENT, data: { ...user }, eventId };
	return { redeliveryId: marks.timestamp === '' ? undefined : eventId, json };
}
