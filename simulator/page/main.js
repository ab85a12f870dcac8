/** Reads the simulator's state once a second and shows its people and its traffic. */

import { html, render } from 'lit-html';
import { button, call, each, lastSaid, submitting } from './actions.js';
import { faults, requests, webhook } from './traffic.js';

/** @import { ControlledUser, ScoreReport, SimulatorState } from '../index.ts' */

/** A little less than a second, so every request is shown while it still counts against the one-second limit. */
const PAUSE_MS = 900;
const SHOWN = 50;

/** @type {[SimulatorState, ControlledUser[], unknown, unknown, unknown] | undefined} */
let seen;
let search = '';
/** @param {InputEvent & { currentTarget: HTMLInputElement }} event */
const find = (event) => (search = event.currentTarget.value);

async function look() {
	const latest = await Promise.all([
		call('state'),
		call('users', { search, limit: SHOWN, newestFirst: true }),
		call('deliveries', { last: 15 }).then(webhook),
		call('requests', { last: 15 }).then(requests),
		call('faults').then(faults),
	]).catch(() => undefined);
	seen = latest ?? seen;
	render(page(latest !== undefined), document.body);
}

/** @param {ControlledUser} user */
const person = (user) => html`
	<li>
		<h3>${user.givenName} ${user.surname}</h3>
		${[user.email, user.uniqueIdentifier].filter(Boolean).join(' · ')}
		<ul>
			${each(user.scoreReports.toReversed(), 'userAssessmentId', (report) => assessment(user, report))}
		</ul>
	</li>
`;

const NO_WEBHOOK = "No webhook is registered, so no event was sent. The Poll Trigger doesn't need one.";
const CHANGED = 'The Poll Trigger ignores a changed score unless Include Changed Scores is on.';

/** @type {(user: ControlledUser, report: ScoreReport) => unknown} */
function assessment(user, { userAssessmentId, assessmentName, status, score, completed }) {
	const what = `${assessmentName} of ${user.givenName} ${user.surname}`;
	/** @type {(text: string, method: string) => unknown} */
	const step = (text, method) => button(text, what, () => call(method, { userAssessmentId }));
	const scoring = submitting(what, async (points) => {
		const scored = await call('score', { userAssessmentId, ...(points ? { score: Number(points) } : {}) });
		const notes = [status === 'Completed' ? CHANGED : '', scored.deliveryId === null ? NO_WEBHOOK : ''];
		return [`The score is ${scored.report.score}.`, ...notes].join(' ');
	});
	return html`
		<li>
			${assessmentName} <strong>${status}</strong> ${status === 'Completed' ? score : ''} ${completed}
			${step('Start', 'start')} ${step('Finish', 'finish')} ${step('Send to review', 'needsReview')}
			<form @submit=${scoring}>
				<input name="input" size="15" placeholder="Score (or random)" aria-label="Score of ${what}" />
				<button aria-label="Score: ${what}">Score</button>
			</form>
		</li>
	`;
}

/** @param {NonNullable<typeof seen>} now */
const sections = ([state, users, sent, received, waiting]) => html`
	<p>Service Address <code>${state.baseHost}</code>, API Key <code>${state.apiKeys.at(-1)?.apiKey}</code></p>
	<main>
		<section>
			<h2>People</h2>
			<label>Find by name, email or identifier <input type="search" @input=${find} /></label>
			${users.length} of
			${state.userCount}${users.length < SHOWN ? '' : `, because this page shows the ${SHOWN} newest`}
			<ul>
				${each(users, 'userId', person)}
			</ul>
		</section>
		<section>
			<h2>Webhook</h2>
			${state.webhook?.url ?? 'No webhook is registered.'} ${sent}
			<h2>Faults</h2>
			${waiting}
			<h2>Requests</h2>
			${state.limits.usage.map(({ last, requests }) => `${requests} in the last ${last}`).join(', ')} ${received}
		</section>
	</main>
`;

/** @param {boolean} connected */
const page = (connected) => html`
	<h1>Enterprise Assessment simulator</h1>
	<strong role="status">${connected ? 'Live' : 'No connection. Is the simulator running?'}</strong>
	<a href="/_simulator/reference/">Try requests</a>
	${seen === undefined ? '' : sections(seen)}
	<footer role="log">${lastSaid()}</footer>
`;

for (;;) {
	if (!document.hidden) await look();
	await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}
