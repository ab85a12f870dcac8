import { assessmentNameKey } from '../api/specification/ids';
import type { ScoreReport } from '../api/specification/types';

/** Each list admits everything when it is empty. */
export interface ReportFilter {
	assessmentTypes: readonly string[];
	assessmentNames: readonly string[];
	statuses: readonly string[];
}

export function admits(filter: ReportFilter, report: ScoreReport): boolean {
	return (
		isAmong(filter.assessmentTypes, report.assessmentType) &&
		isAmong(filter.assessmentNames, report.assessmentName) &&
		isAmong(filter.statuses, report.status)
	);
}

/** Whether a value is one of those that are wanted, without regard to case and surrounding blanks; all are when none is named. */
export function isAmong(wanted: readonly string[], value: string | null | undefined): boolean {
	return wanted.length === 0 || wanted.some((one) => assessmentNameKey(one) === assessmentNameKey(value ?? ''));
}
