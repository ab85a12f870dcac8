import type * as Specified from '../../../specification/types';

/** A string can have values that the specification doesn't list yet, and the entries of a list can lack fields. */
type Loose<Value> = Value extends string
	? string
	: Value extends Array<infer Entry extends object>
		? Array<Read<Entry, never>>
		: Value;

/** A resource as the service sends it. Only the `Sure` fields are always there, because a deprecated version leaves out others. */
type Read<Resource, Sure extends keyof Resource> = Pick<Resource, Sure> & {
	[Field in Exclude<keyof Resource, Sure>]?: Loose<Resource[Field]> | null;
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

/** The statuses that POST /assignments accepts as a filter. */
export const ASSIGNMENT_STATUSES = [
	'NotStarted',
	'InProgress',
	'Completed',
] as const satisfies Specified.AssignmentStatus[];

export type { Assessment, AssignRequest, Group, WebhookRegistration } from '../../../specification/types';

/** The kinds of events that the service sends (specification: Events). */
export type EventName = keyof Specified.webhooks;

export type ScoreReport = Read<Specified.ScoreReport, 'userAssessmentId'>;
export type User = Read<Omit<Specified.User, 'scoreReports'>, 'userId'> & { scoreReports: ScoreReport[] };
export type Assignment = Read<Specified.Assignment, 'userId' | 'userAssessmentId'>;
export type AssignResponse = Read<
	Specified.AssignResponse,
	'userId' | 'userAssessmentId' | 'signInUrl' | 'signInUrlExpiresAt'
>;
