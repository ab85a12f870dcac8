import { ServiceError } from '../serviceError.ts';
import type { Random } from '../random.ts';
import { drawScore, recordAnswers, recordScore, type ResultOwner } from './results.ts';
import type { AssessmentRecord, UserAssessmentRecord } from './records.ts';

/** Life of an assignment and of its singleAssessmentSignInUrl: "much longer" than five minutes. */
export const LIFETIME_MS = 30 * 24 * 60 * 60_000;

const TYPICAL_DURATION = 17 * 60_000 + 42_345;
const VERSION_OF_ASSESSMENTS = '4.2';

export function assign(
	assessment: AssessmentRecord,
	owner: ResultOwner,
	userAssessmentId: string,
	at: { assignedAt: number; expiresAt: number },
): UserAssessmentRecord {
	const record = notStarted({ userAssessmentId, userId: owner.user.userId, assessment, ...at });
	owner.account.addUserAssessment(owner.user, record);
	return record;
}

/** A user assessment of which nothing is known but whose it is, and until when. */
function notStarted(
	assigned: Pick<UserAssessmentRecord, 'userAssessmentId' | 'userId' | 'assessment' | 'assignedAt' | 'expiresAt'>,
): UserAssessmentRecord {
	return {
		...assigned,
		status: 'NotStarted',
		startedAt: null,
		completedAt: null,
		score: 0,
		placement: null,
		diagnosticInfo: [],
		openResponses: [],
		writingResponses: [],
		surveyItems: [],
		subScores: null,
		assessmentVersion: null,
		certificateFileId: null,
		returnUrl: null,
		overrides: {},
		past: [],
	};
}

function refuse(record: UserAssessmentRecord, action: string): never {
	throw new ServiceError(409, `User assessment ${record.userAssessmentId} is ${record.status}: can't ${action}`);
}

/** NotStarted → InProgress; one that starts in the past was assigned by then. */
export function start(record: UserAssessmentRecord, at: number): void {
	if (record.status !== 'NotStarted') refuse(record, 'start');
	if (record.expiresAt <= at) {
		throw new ServiceError(409, `User assessment ${record.userAssessmentId} expired: can't start`);
	}
	record.status = 'InProgress';
	record.startedAt = at;
	record.assignedAt = Math.min(record.assignedAt, at);
	record.assessmentVersion = VERSION_OF_ASSESSMENTS;
}

/** InProgress → ScorePending; one that wasn't started is taken to have been started in time. */
export function finish(record: UserAssessmentRecord, owner: ResultOwner, at: number, random: Random): void {
	if (record.status === 'NotStarted') start(record, at - TYPICAL_DURATION);
	if (record.status !== 'InProgress') refuse(record, 'finish');
	record.status = 'ScorePending';
	record.completedAt = at;
	recordAnswers(record, owner, random);
}

/** → NeedsReview: an error during the assessment (`completed` stays null), or one found later, also after scoring. */
export function needReview(record: UserAssessmentRecord, at: number): void {
	if (record.status === 'NotStarted') start(record, at);
	record.status = 'NeedsReview';
}

export interface ScoreInput {
	/** Drawn when absent. */
	score?: number;
	/** When the user finished, in ms: may lie long before the scoring. Without it: as it was, or now. */
	completedAt?: number;
	/** Report fields to send differently, wrong values included. */
	overrides?: Record<string, unknown>;
}

/** → Completed, from any state; a second time with other values it is a re-score. */
export function score(
	record: UserAssessmentRecord,
	owner: ResultOwner,
	at: number,
	input: ScoreInput,
	random: Random,
): void {
	const completedAt = input.completedAt ?? record.completedAt ?? at;
	if (record.status === 'NotStarted' || record.status === 'InProgress') finish(record, owner, completedAt, random);
	if (record.completedAt === null) recordAnswers(record, owner, random);
	record.status = 'Completed';
	record.completedAt = completedAt;
	recordScore(record, owner, input.score ?? drawScore(record, random), random);
	record.overrides = { ...record.overrides, ...input.overrides };
}

/**
 * Whether the service could have come to that: times in order, a score in its type's range and steps.
 * @throws ServiceError 400
 */
export function checkPossible({ assessment, startedAt, completedAt, score: points }: UserAssessmentRecord): void {
	if (completedAt !== null && completedAt < (startedAt ?? completedAt)) impossible('it would end before its start');
	const tenPoint = assessment.assessmentType === 'TenPoint';
	const [most, inStep] = tenPoint ? [10, points === Math.round(points * 10) / 10] : [1000, Number.isInteger(points)];
	if (points < 0 || points > most || !inStep) {
		impossible(`${points} is no score of ${assessment.assessmentType} (0 to ${most}, steps of ${tenPoint ? 0.1 : 1})`);
	}
}

function impossible(reason: string): never {
	throw new ServiceError(400, `Impossible: ${reason}`);
}
