/** The people, and the buttons that do what they and the service would do. */

import { html, nothing } from 'lit-html';
import { button, call, each, submitting } from './actions.js';
import { nameOf, relativeTime, resultOf, scaleOf } from './words.js';

/** @import { ControlledUser, Scored, SimulatorState } from '../control/interface.ts' */
/** @import { ScoreReport } from '../shapes.ts' */

/** How a status is written, and its colour. */
const STATUSES = {
	NotStarted: ['Not started', 'soft'],
	InProgress: ['In progress', 'accent'],
	ScorePending: ['Score pending', 'waiting'],
	Completed: ['Completed', 'good'],
	NeedsReview: ['Needs review', 'bad'],
};

const IGNORED = 'The Poll Trigger ignores a score that changed, unless Include Changed Scores is on.';
const NO_WEBHOOK = 'No webhook is registered, so no event was sent. The Poll Trigger finds scores without one.';

/** @type {(users: ControlledUser[], state: SimulatorState) => unknown} */
export function people(users, { groups, now }) {
	const groupNames = new Map(groups.map(({ groupId, name }) => [groupId, name]));
	return each(users, 'userId', (user) => {
		const about = [user.email, user.uniqueIdentifier, ...user.groupIds.map((id) => groupNames.get(id))];
		const nothingAssigned = user.administrator ? 'An administrator: can be assigned nothing.' : 'Nothing is assigned.';
		return html`
			<li>
				<h3>${nameOf(user)}</h3>
				<p class="soft">${about.filter(Boolean).join(' · ')}</p>
				${user.scoreReports.length === 0 ? html`<p class="soft">${nothingAssigned}</p>` : nothing}
				<ul>
					${each(user.scoreReports.toReversed(), 'userAssessmentId', (report) => assessment(user, report, now))}
				</ul>
			</li>
		`;
	});
}

/** @type {(user: ControlledUser, report: ScoreReport, now: number) => unknown} */
function assessment(user, report, now) {
	const { userAssessmentId, assessmentName, status, started, completed } = report;
	const expiresAt = user.assignments.find((open) => open.userAssessmentId === userAssessmentId)?.expiresAt ?? '';
	const expired = status === 'NotStarted' && Date.parse(expiresAt) <= now;
	const [label, tone] = expired ? ['Expired', 'soft'] : (STATUSES[status] ?? [status, 'bad']);
	const [did, at] = completed ? ['finished', completed] : started ? ['started', started] : ['expires', expiresAt];
	const what = `${assessmentName} of ${nameOf(user)}`;
	const id = `assessment-${userAssessmentId}`;
	/** @type {(text: string, method: string, done: string) => unknown} */
	const step = (text, method, done) =>
		button(text, () => call(method, { userAssessmentId }).then(() => `${what} ${done}.`), id);
	const actions = html`
		${status === 'NotStarted' ? step('Start', 'start', 'was started') : nothing}
		${status === 'NotStarted' || status === 'InProgress' ? step('Finish', 'finish', 'was finished') : nothing}
		${status === 'NeedsReview' ? nothing : step('Send to review', 'needsReview', 'was sent to review')}
		${scoring(report, id, what)}
	`;
	return html`
		<li class="row">
			<p id=${id}>
				<span class="badge ${tone}">${label}</span> ${assessmentName} <span class="hidden">of ${nameOf(user)}</span>
				<strong>${resultOf(report)}</strong>
				<span class="soft">${expired ? '' : did} ${relativeTime(at, now)}</span>
			</p>
			<div class="row">${expired ? nothing : actions}</div>
		</li>
	`;
}

/** @type {(report: ScoreReport, id: string, what: string) => unknown} */
function scoring(report, id, what) {
	const { max, step } = scaleOf(report);
	const again = report.status === 'Completed';
	const score = submitting(async (form) => {
		const points = form.querySelector('input')?.value;
		const { userAssessmentId } = report;
		/** @type {Scored} */
		const scored = await call('score', {
			userAssessmentId,
			...(points ? { score: Number(points) } : {}),
		});
		const told = `${what} was scored${again ? ' again' : ''}: ${resultOf(scored.report)}.`;
		return [told, again ? IGNORED : '', scored.deliveryId === null ? NO_WEBHOOK : ''].join(' ').trim();
	});
	const label = `Score to give, 0 to ${max}; a random one when empty`;
	return html`
		<form class="row" @submit=${score}>
			<input
				type="number"
				min="0"
				max=${max}
				step=${step}
				placeholder="random"
				title=${label}
				aria-label=${label}
				aria-describedby=${id}
			/>
			<button aria-describedby=${id}>${again ? 'Score again' : 'Score'}</button>
		</form>
	`;
}
