import type { IDataObject } from 'n8n-workflow';

/** What is looked for first in a list of assignments: the first columns of a table are seen without scrolling. */
export const LISTED_FIRST = ['givenName', 'surName', 'assessmentName', 'userAssessmentStatus', 'email'] as const;

/** What is used next of an assignment that was just made. */
export const CREATED_FIRST = ['alreadyAssigned', 'singleAssessmentSignInUrl', 'signInUrl'] as const;

/** The same fields, those that are there of the named ones first. */
export function leadBy(first: readonly string[], item: object): IDataObject {
	const values: IDataObject = { ...item };
	const names = [...first.filter((name) => name in values), ...Object.keys(values)];
	return Object.fromEntries(names.map((name) => [name, values[name]]));
}
