import type { Assignment, AssignmentStatus, ScoreReport, User } from '../../specification/types.d.ts';
import type { AssessmentRecord, SignInLinkRecord, UserAssessmentRecord, UserRecord } from '../account/records.ts';
import { levelsOf } from '../account/results.ts';
import { linkTo } from '../files/files.ts';
import type { ServiceVersion } from '../versions.ts';
import type { Settings } from '../settings.ts';
import { formatDuration, formatTimestamp } from '../timestamps.ts';

/** Builds responses in the current version's form. */
export type Representation = Readonly<{ version: ServiceVersion; settings: Settings }>;

function timestampOrNull(at: number | null, utcOffsetMinutes: number): string | null {
	return at === null ? null : formatTimestamp(at, utcOffsetMinutes);
}

/** An assessment's name in reports and assignments. It can be older than the assessment's current name. */
function reportedName({ name }: AssessmentRecord, { reportedNames }: Settings): string {
	const names = {
		same: name,
		trailingBlank: `${name} `,
		otherCase: name.toUpperCase(),
		renamed: `${name} (former name)`,
	};
	return names[reportedNames];
}

export function scoreReport(record: UserAssessmentRecord, { version, settings }: Representation): ScoreReport {
	const { assessment, startedAt, completedAt, certificateFileId: certificate } = record;
	const { utcOffsetMinutes } = settings;
	return {
		userAssessmentId: record.userAssessmentId,
		assessmentType: assessment.assessmentType,
		assessmentName: reportedName(assessment, settings),
		status: record.status,
		started: timestampOrNull(startedAt, utcOffsetMinutes),
		completed: timestampOrNull(completedAt, utcOffsetMinutes),
		duration: startedAt === null || completedAt === null ? null : formatDuration(startedAt, completedAt),
		score: record.score,
		placement: record.placement,
		...levelsOf(record),
		diagnosticInfo: record.diagnosticInfo,
		openResponses: record.openResponses.map(({ question, fileId }) => ({
			question,
			responseAudioUrl: linkTo('audio', fileId, version.linkSegment),
		})),
		writingOpenResponses: record.writingResponses.map(({ question, fileId }) => ({
			question,
			responseTextUrl: linkTo('text', fileId, version.linkSegment),
		})),
		surveyItems: record.surveyItems,
		subScores: record.subScores,
		assessmentVersion: record.assessmentVersion,
		certificateUrl: certificate && linkTo('certificate', certificate, version.linkSegment),
		...record.overrides,
	};
}

function studentAssociation({ studentId }: UserRecord, { studentIdUnset }: Settings): Pick<User, 'studentId'> {
	if (studentId !== '' || studentIdUnset === 'empty') return { studentId };
	return studentIdUnset === 'null' ? { studentId: null } : {};
}

/** A user with these reports. Default: all of the user's reports. */
export function user(
	record: UserRecord,
	representation: Representation,
	userAssessments: readonly UserAssessmentRecord[] = record.userAssessments,
): User {
	const scoreReports = userAssessments.map((userAssessment) => scoreReport(userAssessment, representation));
	const { userId, givenName, surname, username, email, uniqueIdentifier } = record;
	const association = studentAssociation(record, representation.settings);
	return { userId, givenName, surname, username, email, ...association, uniqueIdentifier, scoreReports };
}

/**
 * The assignments endpoint shows only NotStarted, InProgress and Completed (specification: AssignmentStatus). A finished
 * assessment counts as Completed there, whether or not it's scored.
 */
export function assignmentStatus(record: UserAssessmentRecord): AssignmentStatus {
	if (record.completedAt !== null) return 'Completed';
	return record.startedAt === null ? 'NotStarted' : 'InProgress';
}

export function assignment(record: UserAssessmentRecord, settings: Settings): Assignment {
	const { user: owner } = record;
	const { utcOffsetMinutes } = settings;
	return {
		userId: owner.userId,
		uniqueIdentifier: owner.uniqueIdentifier === '' ? null : owner.uniqueIdentifier,
		email: owner.email,
		username: owner.username,
		givenName: owner.givenName,
		surName: owner.surname,
		assessmentName: reportedName(record.assessment, settings),
		userAssessmentId: record.userAssessmentId,
		userAssessmentStatus: assignmentStatus(record),
		assignedAt: formatTimestamp(record.assignedAt, utcOffsetMinutes),
		expiresAt: formatTimestamp(record.expiresAt, utcOffsetMinutes),
		startedAt: timestampOrNull(record.startedAt, utcOffsetMinutes),
		completedAt: timestampOrNull(record.completedAt, utcOffsetMinutes),
	};
}

/** The absolute URL of a sign-in link. */
export function signInUrlOf(baseHost: string, link: SignInLinkRecord): string {
	return `${baseHost}/sign-in/${link.token}`;
}

/** The data of every example event (specification: webhook-example). The user's names and email address are the simulator's own. */
export const EXAMPLE_EVENT_DATA: User = {
	userId: '00000000-0000-0000-0000-000000000000',
	givenName: 'Example',
	surname: 'User',
	username: 'example.user',
	email: 'example.user@example.com',
	studentId: '',
	uniqueIdentifier: '',
	scoreReports: [],
};
