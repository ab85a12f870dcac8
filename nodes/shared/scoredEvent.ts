import type { IDataObject } from 'n8n-workflow';

import { eventIdOfReport } from './eventId';
import { scoreReportItem } from './scoreReports';
import type { ScoreReport, User } from '../api/specification/types';

/** Specification, Events. */
export const SCORED_EVENT = 'user-assessment-scored';

/** Each list admits everything when it is empty. */
export interface ReportFilter {
	assessmentTypes: readonly string[];
	assessmentNames: readonly string[];
	statuses: readonly string[];
}

/** A scored report as both triggers give it out, whichever way it came. */
export function scoredEvent(user: User, report: ScoreReport, simplify: boolean): IDataObject {
	const eventId = eventIdOfReport(report);
	return simplify
		? { ...scoreReportItem(user, report, true), event: SCORED_EVENT, eventId }
		: { event: SCORED_EVENT, data: { ...user, scoreReports: [report] }, eventId };
}

export function admits(filter: ReportFilter, report: ScoreReport): boolean {
	return (
		contains(filter.assessmentTypes, report.assessmentType) &&
		contains(filter.assessmentNames, report.assessmentName) &&
		contains(filter.statuses, report.status)
	);
}

function contains(wanted: readonly string[], value: string | undefined): boolean {
	return wanted.length === 0 || wanted.some((text) => text.trim() === value?.trim());
}
