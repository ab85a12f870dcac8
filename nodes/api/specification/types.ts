import type { IDataObject } from 'n8n-workflow';

/**
 * What the service sends and takes: specification, "Resources and their fields" and "Endpoints".
 * Fields that a deprecated version leaves out (specification, Versioning 4) are optional. Fields that the specification
 * does not name may be present at run time and are passed on untouched.
 */

export const ASSESSMENT_TYPES = ['TenPoint', 'ThousandPoint'] as const;

/** Status of a user assessment: specification, "States and transitions". */
export const SCORE_STATUSES = ['NotStarted', 'InProgress', 'ScorePending', 'Completed', 'NeedsReview'] as const;

/** The statuses that `POST /assignments` accepts as a filter. */
export const ASSIGNMENT_STATUSES = ['NotStarted', 'InProgress', 'Completed'] as const;

export interface Assessment {
	assessmentId: string;
	name: string;
}

export interface Group {
	groupId: string;
	name: string;
}

export interface ScoreReport {
	userAssessmentId: string;
	assessmentType?: string | null;
	assessmentName?: string | null;
	status?: string | null;
	started?: string | null;
	/** When the user finished, which can be long before the score appears. */
	completed?: string | null;
	/** TenPoint: 0 to 10 in steps of 0.1. ThousandPoint: 0 to 1000. */
	score?: number | null;
	placement?: string | null;
	cefrSpeakingLevel?: string | null;
	openResponses?: Array<{ question: string; responseAudioUrl: string }> | null;
	writingOpenResponses?: Array<{ question: string; responseTextUrl: string }> | null;
	certificateUrl?: string | null;
}

export interface User {
	userId: string;
	givenName?: string;
	surname?: string;
	username?: string;
	email?: string;
	studentId?: string | null;
	uniqueIdentifier?: string | null;
	scoreReports: ScoreReport[];
}

export interface Assignment {
	userId: string;
	uniqueIdentifier?: string | null;
	email?: string | null;
	givenName?: string | null;
	/** Spelled so here, and `surname` in scores. */
	surName?: string | null;
	assessmentName?: string | null;
	userAssessmentId: string;
	userAssessmentStatus?: string | null;
	assignedAt?: string;
	expiresAt?: string | null;
	completedAt?: string | null;
}

/** The body of POST /assign. */
export interface AssignRequest extends IDataObject {
	assessmentId: string;
	emailAddress?: string;
	uniqueIdentifier?: string;
	givenName?: string;
	surName?: string;
}

export interface AssignResponse {
	userId: string;
	userAssessmentId: string;
	signInUrl: string;
	signInUrlExpiresAt: string;
	/** Absent in the deprecated versions. */
	singleAssessmentSignInUrl?: string;
	singleAssessmentSignInUrlExpiresAt?: string;
}

export interface SignInLink {
	signInUrl: string;
	/** Five minutes after creation. */
	expiresAt: string;
}

export interface WebhookRegistration {
	url: string;
	createdAt: string;
}

/** Names one user in `POST /score` and `POST /create-sign-in-token`; at least one is needed. */
export type UserIdentity = { userId: string } | { emailAddress: string } | { uniqueIdentifier: string };
