import type * as Specified from '../../../specification/types';

/** A text can have values that the specification doesn't list yet. */
type AnyText<Value> = Value extends string ? string : Value;

/**
 * What the service sends, as far as it is checked: only the fields in the second place are sure to be there, since a
 * deprecated version leaves fields out. Other fields are passed on untouched.
 */
type Read<Resource, Sure extends keyof Resource> = Pick<Resource, Sure> & {
	[Field in Exclude<keyof Resource, Sure>]?: AnyText<Resource[Field]> | null;
};

export const ASSESSMENT_TYPES = ['TenPoint', 'ThousandPoint'] as const satisfies Specified.AssessmentType[];

/** Specification: Statuses. */
export const SCORE_STATUSES = [
	'NotStarted',
	'InProgress',
	'ScorePending',
	'Completed',
	'NeedsReview',
] as const satisfies Specified.Status[];

/** The statuses that `POST /assignments` accepts as a filter. */
export const ASSIGNMENT_STATUSES = [
	'NotStarted',
	'InProgress',
	'Completed',
] as const satisfies Specified.AssignmentStatus[];

export type { Assessment, AssignRequest, Group, SignInLink, WebhookRegistration } from '../../../specification/types';

export type ScoreReport = Read<Specified.ScoreReport, 'userAssessmentId'>;

export type User = Read<Omit<Specified.User, 'scoreReports'>, 'userId'> & { scoreReports: ScoreReport[] };

export type Assignment = Read<Specified.Assignment, 'userId' | 'userAssessmentId'>;

export type AssignResponse = Read<
	Specified.AssignResponse,
	'userId' | 'userAssessmentId' | 'signInUrl' | 'signInUrlExpiresAt'
>;

/** Names one user in `POST /score` and `POST /create-sign-in-token`; at least one is needed. */
export type UserIdentity = { userId: string } | { emailAddress: string } | { uniqueIdentifier: string };
