/** The resources as the service sends them (specification, Resources and their fields). */

export type AssessmentType = 'TenPoint' | 'ThousandPoint';

export const STATUSES = ['NotStarted', 'InProgress', 'ScorePending', 'Completed', 'NeedsReview'] as const;
export type Status = (typeof STATUSES)[number];

/** The values that the assignments endpoint knows. */
export const ASSIGNMENT_STATUSES = ['NotStarted', 'InProgress', 'Completed'] as const;
export type AssignmentStatus = (typeof ASSIGNMENT_STATUSES)[number];

export type SubScores = Record<'reading' | 'grammar' | 'listening' | 'vocabulary', { correct: number; total: number }>;

/** TenPoint only, when scored. */
export const LEVELS = [
	'proficiencyLevelDescription',
	'actflSpeakingLevel',
	'actflDescription',
	'cefrSpeakingLevel',
	'cefrDescription',
	'toeflSpeakingLevel',
	'ieltsSpeakingLevel',
	'toeicSpeakingLevel',
] as const;
export type Levels = Record<(typeof LEVELS)[number], string | null>;

export interface SurveyItem {
	question: string;
	answer: string;
}

export interface ScoreReport extends Levels {
	userAssessmentId: string;
	assessmentType: AssessmentType;
	assessmentName: string;
	status: Status;
	started: string | null;
	completed: string | null;
	duration: string | null;
	score: number;
	placement: string | null;
	diagnosticInfo: string[];
	openResponses: Array<{ question: string; responseAudioUrl: string }>;
	/** Absent in the deprecated version. */
	writingOpenResponses?: Array<{ question: string; responseTextUrl: string }>;
	surveyItems: SurveyItem[];
	subScores: SubScores | null;
	assessmentVersion: string | null;
	/** Absent in the deprecated version. */
	certificateUrl?: string | null;
}

/** The deprecated version sends only `userId`, `uniqueIdentifier` and `scoreReports`. */
export interface User {
	userId: string;
	givenName?: string;
	surname?: string;
	username?: string;
	email?: string;
	studentId?: string | null;
	uniqueIdentifier: string;
	scoreReports: ScoreReport[];
}

export interface Assignment {
	userId: string;
	uniqueIdentifier: string | null;
	email: string;
	username: string;
	givenName: string;
	surName: string;
	assessmentName: string;
	userAssessmentId: string;
	userAssessmentStatus: AssignmentStatus;
	assignedAt: string;
	expiresAt: string;
	startedAt: string | null;
	completedAt: string | null;
}
