import type { Failure } from '../api/outcome/failure';
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
export function isAmong(wanted: readonly string[], value: string | null | undefined): boolean {
	return wanted.length === 0 || wanted.some((one) => assessmentNameKey(one) === assessmentNameKey(value ?? ''));
}

/** As messages name it. */
const FILTER = "'Assessment Names or IDs'";

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * The names of the assessments that a filter lists, in its order. An ID stands for its name, since score reports carry no ID.
 *
 * @param read gives the account's assessments; called only where an ID is listed
 */
export async function assessmentNames(
	listed: readonly string[],
	read: () => Promise<readonly Assessment[]>,
): Promise<{ names: string[] } | { problem: string }> {
	const all = listed.some(isAssessmentId) ? await read() : [];
	const names: string[] = [];
	for (const entry of listed) {
		const found = all.find(({ assessmentId }) => idKey(assessmentId) === idKey(entry));
		if (found === undefined && isAssessmentId(entry)) {
			return { problem: `The account has no assessment with the ID ${entry} (${FILTER})` };
		}
		names.push(found?.name ?? entry);
	}
	return { names };
}

/** Whether an entry of a filter on assessments is an ID: they are UUIDs (specification, Resources). */
export function isAssessmentId(entry: string): boolean {
	return UUID.test(entry);
}

/** For a trigger whose filter lists IDs, when the account's assessments could not be read. */
export function idsNotLookedUp(failure: Failure): Failure {
	return { ...failure, message: `The IDs in ${FILTER} could not be looked up. ${failure.message}` };
}
