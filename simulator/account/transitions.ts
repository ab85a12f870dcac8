import { ServiceError } from '../serviceError.ts';
import type { Status } from '../../specification/types.d.ts';
import type { Account } from './account.ts';
import type { Settings } from '../settings.ts';
import type { AssessmentRecord, UserAssessmentRecord, UserRecord } from './records.ts';
import { recordAnswers, recordScore } from './results.ts';

/** Lifetime of an assignment and of its singleAssessmentSignInUrl: "much longer" than five minutes. */
const LIFETIME_MS = 30 * 24 * 60 * 60_000;

const TYPICAL_DURATION = 17 * 60_000 + 42_345;
const VERSION_OF_ASSESSMENTS = '4.2';

export function assign(
	account: Account,
	user: UserRecord,
	assessment: AssessmentRecord,
	assignedAt: number,
	expiresAt = assignedAt + LIFETIME_MS,
): UserAssessmentRecord {
	const record: UserAssessmentRecord = {
		userAssessmentId: account.random.uuid(),
		user,
		assessment,
		status: 'NotStarted',
		assignedAt,
		expiresAt,
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
	user.userAssessments.push(record);
	account.userAssessments.set(record.userAssessmentId, record);
	return record;
}

function refuse({ status, userAssessmentId }: UserAssessmentRecord, action: string): never {
	throw new ServiceError(409, `Can't ${action} user assessment ${userAssessmentId}, because it is ${status}`);
}

/** Whether it's too late to start or, if the settings say so, to finish. */
export function hasExpired(record: UserAssessmentRecord, at: number, { inProgressExpires }: Settings): boolean {
	const { status, expiresAt } = record;
	return expiresAt <= at && (status === 'NotStarted' || (status === 'InProgress' && inProgressExpires));
}

/** NotStarted → InProgress. If the start is in the past, the assignment is moved back to that time. */
export function start(record: UserAssessmentRecord, at: number): void {
	if (record.status !== 'NotStarted') refuse(record, 'start');
	if (record.expiresAt <= at) {
		throw new ServiceError(409, `Can't start user assessment ${record.userAssessmentId}, because it has expired`);
	}
	record.status = 'InProgress';
	record.startedAt = at;
	record.assignedAt = Math.min(record.assignedAt, at);
	record.assessmentVersion = VERSION_OF_ASSESSMENTS;
}

/** InProgress → ScorePending. An assessment that wasn't started is first started, a typical duration earlier. */
export function finish(record: UserAssessmentRecord, account: Account, at: number): void {
	if (record.status === 'NotStarted') start(record, at - TYPICAL_DURATION);
	if (record.status !== 'InProgress') refuse(record, 'finish');
	record.status = 'ScorePending';
	record.completedAt = at;
	recordAnswers(record, account);
}

/** → NeedsReview: an error during the assessment (`completed` stays null), or an error found later, even after scoring. */
export function needReview(record: UserAssessmentRecord, at: number): void {
	if (record.status === 'NotStarted') start(record, at);
	record.status = 'NeedsReview';
}

export interface ScoreInput {
	/** In the type's range and steps; random if absent. */
	score?: number;
	/** When the user finished, in ms, possibly long before the scoring. Default: the known time, or now. */
	completed?: number;
	/** Fields that the report shows differently from now on, possibly with invalid values. */
	overrides?: Record<string, unknown>;
}

/** → Completed, from any state. A second call with different values is a re-score. */
export function score(record: UserAssessmentRecord, account: Account, at: number, input: ScoreInput = {}): void {
	const completedAt = input.completed ?? record.completedAt ?? at;
	if (record.status === 'NotStarted' || record.status === 'InProgress') finish(record, account, completedAt);
	if (record.completedAt === null) recordAnswers(record, account);
	record.status = 'Completed';
	record.completedAt = completedAt;
	recordScore(record, account, input.score);
	record.overrides = { ...record.overrides, ...input.overrides };
	account.hasOverrides ||= input.overrides !== undefined;
}

/** Moves a new assignment to the given status at that time. */
export function bring(
	record: UserAssessmentRecord,
	account: Account,
	status: Status,
	at: number,
	points?: number,
): void {
	if (status === 'InProgress') start(record, at);
	if (status === 'ScorePending' || status === 'NeedsReview') finish(record, account, at);
	if (status === 'NeedsReview') needReview(record, at);
	if (status === 'Completed') score(record, account, at, { score: points });
}

/**
 * Checks that the service could have reached this state: times in order, and a score in its type's range and steps.
 * @throws ServiceError 400
 */
export function checkPossible({ assessment, startedAt, completedAt, score: points }: UserAssessmentRecord): void {
	if (completedAt !== null && completedAt < (startedAt ?? completedAt)) {
		throw new ServiceError(400, "An assessment can't end before it starts");
	}
	const { assessmentType } = assessment;
	const [most, stepsPerPoint] = assessmentType === 'TenPoint' ? [10, 10] : [1000, 1];
	if (points < 0 || points > most || points !== Math.round(points * stepsPerPoint) / stepsPerPoint) {
		const scale = `0 to ${most}, in steps of ${1 / stepsPerPoint}`;
		throw new ServiceError(400, `${points} isn't a possible ${assessmentType} score (${scale})`);
	}
}
