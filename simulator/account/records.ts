import type { AssessmentType, Status, SubScores, SurveyItem } from '../../specification/types.d.ts';
import type { ServiceVersion } from '../versions.ts';

/** The simulator's records. Times are milliseconds since 1970. */

/** Decides which files and fields a result has: spoken answers, written answers or sub-scores. */
export type AssessmentKind = 'speaking' | 'writing' | 'placement';

export interface AssessmentRecord {
	assessmentId: string;
	name: string;
	assessmentType: AssessmentType;
	kind: AssessmentKind;
}

export interface GroupRecord {
	groupId: string;
	name: string;
}

export interface ResponseRecord {
	question: string;
	fileId: string;
}

export interface UserAssessmentRecord {
	userAssessmentId: string;
	user: UserRecord;
	assessment: AssessmentRecord;
	status: Status;
	assignedAt: number;
	expiresAt: number;
	startedAt: number | null;
	completedAt: number | null;
	/** 0 until the report is scored. The following fields are null or empty until then. */
	score: number;
	placement: string | null;
	diagnosticInfo: string[];
	openResponses: ResponseRecord[];
	writingResponses: ResponseRecord[];
	surveyItems: SurveyItem[];
	subScores: SubScores | null;
	assessmentVersion: string | null;
	certificateFileId: string | null;
	returnUrl: string | null;
	/** Fields of the report that a test overrides, possibly with invalid values. */
	overrides: Record<string, unknown>;
	/** Earlier states, oldest first, each valid until its `until`, because responses can lag behind. */
	past: Array<{ until: number; state: UserAssessmentRecord }>;
}

export interface UserRecord {
	userId: string;
	givenName: string;
	surname: string;
	username: string;
	email: string;
	studentId: string;
	uniqueIdentifier: string;
	administrator: boolean;
	/** When a request created the user, in ms; -Infinity for users who existed from the start. */
	createdAt: number;
	groupIds: Set<string>;
	userAssessments: UserAssessmentRecord[];
}

export interface WebhookRecord {
	url: string;
	createdAt: number;
	/** Null if the version doesn't return one. Its events aren't signed. */
	signingKey: string | null;
	version: ServiceVersion;
}

export interface SignInLinkRecord {
	token: string;
	user: UserRecord;
	userAssessment: UserAssessmentRecord | null;
	expiresAt: number;
	singleUse: boolean;
	used: boolean;
}

/** Must be called right before a user assessment changes. */
export function keepPast(record: UserAssessmentRecord, now: number): void {
	record.past = [...record.past, { until: now, state: { ...record, past: [] } }];
}

/** The user assessments as they were this long ago. */
export function asOf({ userAssessments }: UserRecord, lagMs: number, now: number): UserAssessmentRecord[] {
	if (lagMs === 0) return userAssessments;
	return userAssessments
		.filter(({ assignedAt }) => assignedAt <= now - lagMs)
		.map((record) => record.past.find(({ until }) => until > now - lagMs)?.state ?? record);
}
