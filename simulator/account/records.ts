import type { AssessmentType, Status, SubScores, SurveyItem } from '../../specification/types.d.ts';
import type { ServiceVersion } from '../versions.ts';

/** What the simulator keeps. Times are milliseconds since 1970. */

/** Decides which files and fields a result has: spoken answers, written ones, or sub-scores. */
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
	/** 0 until scored, as the following are null or empty. */
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
	/** Fields of the report that a test wants to read differently, wrong values included. */
	overrides: Record<string, unknown>;
	/** What it was until `until`, oldest first: what is read may lag behind. */
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
	/** When a request created them, in ms; -Infinity for those who were there before. */
	createdAt: number;
	groupIds: Set<string>;
	userAssessments: UserAssessmentRecord[];
}

export interface WebhookRecord {
	url: string;
	createdAt: number;
	/** Null where the version gives none: its events carry no signature. */
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

/** To be called right before a user assessment changes. */
export function keepPast(record: UserAssessmentRecord, now: number): void {
	record.past = [...record.past, { until: now, state: { ...record, past: [] } }];
}

/** The user assessments as they were so long ago. */
export function asOf({ userAssessments }: UserRecord, lagMs: number, now: number): UserAssessmentRecord[] {
	if (lagMs === 0) return userAssessments;
	return userAssessments
		.filter(({ assignedAt }) => assignedAt <= now - lagMs)
		.map((record) => record.past.find(({ until }) => until > now - lagMs)?.state ?? record);
}
