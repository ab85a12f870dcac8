import { idKey, assessmentNameKey } from '../api/specification/ids';
import type { Assessment, ScoreReport } from '../api/specification/types';

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
export function isAmong(wanted: readonly string[], value: string | undefined): boolean {
	return wanted.length === 0 || wanted.some((one) => assessmentNameKey(one) === assessmentNameKey(value ?? ''));
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * The names of the assessments that a filter lists. An ID stands for its name, since score reports carry no ID.
 *
 * @param read gives the account's assessments; called only where an ID is listed
 */
export async function assessmentNames(
	listed: readonly string[],
	read: () => Promise<readonly Assessment[]>,
): Promise<{ names: string[] } | { unknownId: string }> {
	const all = listed.some((entry) => UUID.test(entry)) ? await read() : [];
	const names: string[] = [];
	for (const entry of listed) {
		const found = all.find(({ assessmentId }) => idKey(assessmentId) === idKey(entry));
		if (found === undefined && UUID.test(entry)) return { unknownId: entry };
		names.push(found?.name ?? entry);
	}
	return { names };
}
