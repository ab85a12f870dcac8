/** Users and their assessments as the page shows them: state in, rows out. */

import { momentOf, relativeTime } from './times.js';

/** @import { ControlledUser, SimulatorState } from '../control/interface.ts' */
/** @import { Assignment, ScoreReport, Status } from '../resources/resources.ts' */

/**
 * @typedef {'quiet' | 'active' | 'waiting' | 'good' | 'bad'} Tone
 *
 * @typedef {object} AssessmentRow
 * @property {string} key the userAssessmentId
 * @property {string} name
 * @property {string} owner
 * @property {{ label: string, tone: Tone }} status
 * @property {string} result score and level; empty before the score
 * @property {string} when
 * @property {boolean} canStart
 * @property {boolean} canFinish
 * @property {boolean} canScore
 * @property {{ min: number, max: number, step: number }} scores what may be given
 *
 * @typedef {object} UserRow
 * @property {string} key the userId
 * @property {string} name
 * @property {string} contact
 * @property {string} groups
 * @property {string} note why there is nothing to show; empty otherwise
 * @property {AssessmentRow[]} assessments the one assigned last first
 */

/** @type {Record<Status, { label: string, tone: Tone }>} */
const STATUSES = {
	NotStarted: { label: 'Not started', tone: 'quiet' },
	InProgress: { label: 'In progress', tone: 'active' },
	ScorePending: { label: 'Score pending', tone: 'waiting' },
	Completed: { label: 'Completed', tone: 'good' },
	NeedsReview: { label: 'Needs review', tone: 'bad' },
};

const RANGES = {
	TenPoint: { min: 0, max: 10, step: 0.1 },
	ThousandPoint: { min: 0, max: 1000, step: 1 },
};

/** @param {Pick<ControlledUser, 'givenName' | 'surname' | 'username' | 'email' | 'uniqueIdentifier' | 'userId'>} user */
export function nameOf({ givenName, surname, username, email, uniqueIdentifier, userId }) {
	return `${givenName ?? ''} ${surname ?? ''}`.trim() || username || email || uniqueIdentifier || userId;
}

/**
 * Score and level; a test may have put anything into a report.
 *
 * @param {ScoreReport} report
 */
export function resultOf({ status, score, assessmentType, cefrSpeakingLevel, placement }) {
	if (status !== 'Completed') return '';
	const range = RANGES[assessmentType];
	const points = range ? `${score} of ${range.max}` : String(score);
	const level = cefrSpeakingLevel ?? placement;
	return level ? `${points} · ${level}` : points;
}

/**
 * @param {ScoreReport} report
 * @param {Assignment | undefined} assignment
 * @param {number} now
 */
function whenOf(report, assignment, now) {
	const completed = momentOf(report.completed);
	if (completed !== null) return `Finished ${relativeTime(completed, now)}`;
	const started = momentOf(report.started);
	if (started !== null) return `Started ${relativeTime(started, now)}`;
	const [assigned, expires] = [momentOf(assignment?.assignedAt), momentOf(assignment?.expiresAt)];
	if (expires !== null && expires <= now) return `Expired ${relativeTime(expires, now)}`;
	return assigned === null ? '' : `Assigned ${relativeTime(assigned, now)}`;
}

/**
 * @param {ControlledUser} user
 * @param {ScoreReport} report
 * @param {number} now
 * @returns {AssessmentRow}
 */
function assessmentRow(user, report, now) {
	const { userAssessmentId, status } = report;
	const assignment = user.assignments.find((candidate) => candidate.userAssessmentId === userAssessmentId);
	const expires = momentOf(assignment?.expiresAt);
	const canStart = status === 'NotStarted' && (expires === null || expires > now);
	return {
		key: userAssessmentId,
		name: report.assessmentName,
		owner: nameOf(user),
		status: STATUSES[status] ?? { label: String(status), tone: 'bad' },
		result: resultOf(report),
		when: whenOf(report, assignment, now),
		canStart,
		canFinish: canStart || status === 'InProgress',
		canScore: canStart || status !== 'NotStarted',
		scores: RANGES[report.assessmentType] ?? RANGES.ThousandPoint,
	};
}

/**
 * @param {readonly ControlledUser[]} users
 * @param {Pick<SimulatorState, 'groups' | 'clock'>} state
 * @returns {UserRow[]}
 */
export function userRows(users, { groups, clock }) {
	const groupNames = new Map(groups.map(({ groupId, name }) => [groupId, name]));
	return users.map((user) => ({
		key: user.userId,
		name: nameOf(user),
		contact: [user.email, user.uniqueIdentifier].filter(Boolean).join(' · '),
		groups: user.groupIds.map((groupId) => groupNames.get(groupId) ?? groupId).join(', '),
		note: noteOf(user),
		assessments: user.scoreReports.map((report) => assessmentRow(user, report, clock.milliseconds)).reverse(),
	}));
}

/** @param {ControlledUser} user */
function noteOf({ administrator, scoreReports }) {
	if (administrator) return 'Administrator: nothing can be assigned (409)';
	return scoreReports.length === 0 ? 'No assessment is assigned' : '';
}
