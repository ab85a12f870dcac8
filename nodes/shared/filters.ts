import { plainText } from '../api/specification/plainText';
import type { Assessment, ScoreReport } from '../api/specification/types';
import { LABELS } from './parameters/scores';
import { quoted } from './parameters/values';

/** Which reports a trigger runs for. An empty list admits everything. */
export interface ReportFilter {
	assessmentNames: readonly string[];
	assessmentTypes: readonly string[];
	statuses?: readonly string[];
}

export function admitsReport(filter: ReportFilter, report: ScoreReport): boolean {
	return (
		admitsValue(filter.assessmentTypes, report.assessmentType) &&
		admitsValue(filter.assessmentNames, report.assessmentName) &&
		admitsValue(filter.statuses ?? [], report.status)
	);
}

/** Invisible characters, and accents as separate characters, which Unicode (NFD) writes after Latin, Greek and Cyrillic letters. */
const ACCENTS_AND_INVISIBLE = /[\u0300-\u036f\p{Cf}]/gu;

/** Of a longer name, only the beginning counts. */
const MAX_NAME_LENGTH = 1_000;

/**
 * Returns the same key for names that differ only in case, accents, invisible characters, the kind and number of spaces, or
 * surrounding spaces. Reports don't contain assessment IDs to compare.
 */
export function nameKey(name: string): string {
	const visible = name.slice(0, MAX_NAME_LENGTH).normalize('NFD').replace(ACCENTS_AND_INVISIBLE, '');
	return visible
		.replace(/\p{White_Space}+/gu, ' ')
		.trim()
		.toLowerCase();
}

/** Whether a filter's list is empty or contains a value, compared by `nameKey`. */
export function admitsValue(wanted: readonly string[], value: string | null | undefined): boolean {
	return wanted.length === 0 || wanted.some((one) => one === value || nameKey(one) === nameKey(value ?? ''));
}

/**
 * Says which names in a filter no assessment of the account has, if there are any. `isAll`: that's all names in the filter. If only
 * some are unknown, they may be former names.
 */
export function unknownNames(listed: readonly string[], assessments: readonly Assessment[]) {
	const keys = assessments.map(({ name }) => nameKey(name));
	const unknown = listed.filter((name) => !keys.includes(nameKey(name)));
	if (unknown.length === 0) return undefined;
	const names = [...new Set(assessments.map(({ name }) => `'${plainText(name)}'`))].join(', ');
	return {
		message: `No assessment is called ${unknown.map(quoted).join(' or ')}`,
		description:
			names === ''
				? 'Your account has no assessments'
				: `Your account has these assessments: ${names}. Choose one in the filter '${LABELS.assessmentNames}', or check its expression`,
		isAll: unknown.length === listed.length,
	};
}
