import { isId, type ScoreReport } from '../api/specification/values';
import { firstOf, quoted, UserError } from './parameters/parameter';
import { LABELS } from './parameters/scores';

/** Which reports or assignments count. A list that's empty or missing admits everything. */
export interface ReportFilter {
	assessmentNames?: readonly string[];
	assessmentTypes?: readonly string[];
	statuses?: readonly string[];
}

/** @param report or an assignment, which can only be filtered by the assessment's name */
export function admitsReport(filter: ReportFilter, report: ScoreReport): boolean {
	return (
		admitsValue(filter.assessmentTypes, report.assessmentType) &&
		admitsValue(filter.assessmentNames, report.assessmentName) &&
		admitsValue(filter.statuses, report.status)
	);
}

function admitsValue(wanted: readonly string[] = [], value: string | null | undefined): boolean {
	return wanted.length === 0 || wanted.some((one) => one === value || nameKey(one) === nameKey(value ?? ''));
}

/** Invisible characters, and accents as separate characters, as Unicode (NFD) writes them. Arabic and Hebrew vowels are optional, too. */
const ACCENTS_AND_INVISIBLE = /[\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u064b-\u0655\u0670\p{Cf}\u0640]/gu;

/** Of a longer name, only the beginning counts. */
export const MAX_NAME_LENGTH = 1_000;

/** The same for names that differ only in case, accents, spaces or invisible characters. Reports don't contain IDs to compare. */
export function nameKey(name: string): string {
	const visible = name.slice(0, MAX_NAME_LENGTH).normalize('NFD').replace(ACCENTS_AND_INVISIBLE, '');
	const withSingleSpaces = visible.replace(/\p{White_Space}+/gu, ' ');
	return withSingleSpaces.trim().toLowerCase();
}

/** Returns the names that nothing in the account has. */
export function unknownNames(names: readonly string[], all: ReadonlyArray<{ name: string }>): string[] {
	const keys = new Set(all.map(({ name }) => nameKey(name)));
	return names.filter((name) => !keys.has(nameKey(name)));
}

const MOST_NAMES = 10;

const WAYS_TO_CREATE = { assessment: 'in the admin dashboard', group: 'with Group: Create' };

/** The error about names in a filter, or in another parameter, that nothing in the account has. It says which names there are. */
export function unknownError(
	unknown: readonly string[],
	all: ReadonlyArray<{ name: string }>,
	{ kind, label = LABELS[kind] }: { kind: keyof typeof LABELS; label?: string },
): UserError {
	const called = unknown.every(isId) ? 'with the ID' : 'called';
	const which = unknown.slice(0, MOST_NAMES).map(quoted).join(' or ');
	const message = `Your account has no ${kind} ${called} ${which} ('${label}')`;
	const names = [...new Set(all.map(({ name }) => name))];
	if (names.length === 0) return new UserError(message, `Create one ${WAYS_TO_CREATE[kind]}`);
	return new UserError(message, `Use one of these: ${firstOf(names, MOST_NAMES)}`);
}
