import type { IDataObject } from 'n8n-workflow';

import { eventIdOfReport } from './eventId';
import { scoreReportItem } from './scoreReports';
import type { ScoreReport, User } from '../api/specification/types';

/** Specification, Events. */
export const SCORED_EVENT = 'user-assessment-scored';

/** A scored report as both triggers give it out, whichever way it came. */
export function scoredEvent(user: User, report: ScoreReport, simplify: boolean): IDataObject {
	const eventId = eventIdOfReport(report);
	return simplify
		? { ...scoreReportItem(user, report, true), event: SCORED_EVENT, eventId }
		: { event: SCORED_EVENT, data: { ...user, scoreReports: [report] }, eventId };
}
