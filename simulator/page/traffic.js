/** What goes out to the webhook, what comes in, and what is to go wrong with it. */

import { html, nothing } from 'lit-html';
import { button, call, each, submitting } from './actions.js';
import { nameOf, relativeTime, resultOf, timeOfDay } from './words.js';

/** @import { SimulatorState } from '../control/interface.ts' */
/** @import { ActiveFault, Fault } from '../faults/faults.ts' */
/** @import { LoggedRequest } from '../requestLog.ts' */
/** @import { Delivery } from '../webhook/deliveries.ts' */

/** @type {(state: SimulatorState, deliveries: Delivery[]) => unknown} */
export function webhook({ webhook: registered, now }, deliveries) {
	const signed = registered?.signingKey === null ? 'unsigned' : 'signed';
	const facts = registered
		? html`<code>${registered.url}</code>
				<span class="soft">${signed}, since ${relativeTime(registered.createdAt, now)}</span>`
		: html`<span class="soft">
				No webhook is registered. The Poll Trigger needs none; the webhook trigger registers one when its workflow is
				published or tested.
			</span>`;
	return html`
		<p>${facts}</p>
		<ol class="rows">
			${each(deliveries.toReversed(), 'deliveryId', delivery)}
		</ol>
	`;
}

/** @param {Delivery} sent */
function delivery(sent) {
	const { deliveryId, event, sentAt, durationMs, answer, redeliveryOf } = sent;
	const [outcome, tone] = outcomeOf(sent);
	const id = `delivery-${deliveryId}`;
	const again = redeliveryOf === null ? '' : `, delivery ${redeliveryOf} again`;
	const redeliver = async () => {
		await call('redeliver', { deliveryId });
		return `Delivery ${deliveryId} was sent again.`;
	};
	return html`
		<li class="row">
			<p id=${id}>
				<span class="badge ${tone}">${outcome}</span> ${aboutOf(sent) || event}
				<span class="soft">${timeOfDay(sentAt)}, ${durationMs ?? '…'} ms${again}</span>
			</p>
			${button('Deliver again', redeliver, id)}
			<details>
				<summary aria-describedby=${id}>What was sent</summary>
				<pre tabindex="0">${sentText(sent)}</pre>
				${answer ? html`<p>Answer: ${answer}</p>` : nothing}
			</details>
		</li>
	`;
}

/** @param {Delivery} sent */
function outcomeOf({ underway, status, error }) {
	if (underway) return ['Under way', 'accent'];
	if (status === null) return [`No answer: ${error ?? 'unknown reason'}`, 'bad'];
	return [`Answered ${status}`, status >= 200 && status < 300 ? 'good' : 'bad'];
}

/** The JSON that was sent, or undefined: a forged event may hold anything. @param {Delivery} sent */
function parsed({ body }) {
	try {
		return JSON.parse(body);
	} catch {
		return undefined;
	}
}

/** @param {Delivery} sent */
function aboutOf(sent) {
	const data = parsed(sent)?.data;
	const report = data?.scoreReports?.[0];
	return report ? [nameOf(data), report.assessmentName, resultOf(report)].filter(Boolean).join(' · ') : '';
}

/** @param {Delivery} sent */
function sentText(sent) {
	const headers = Object.entries(sent.headers).map(([name, value]) => `${name}: ${value}`);
	const event = parsed(sent);
	const body = event === undefined ? sent.body : JSON.stringify(event, null, 2);
	return [`POST ${sent.url}`, ...headers, '', body].join('\n');
}

/** @type {(state: SimulatorState, entries: LoggedRequest[]) => unknown} */
export function requests({ limits: { limits, usage } }, entries) {
	const used =
		limits &&
		`${usage.lastSecond} of ${limits.perSecond} in this second, ` +
			`${usage.last20Minutes} of ${limits.per20Minutes} in 20 minutes`;
	return html`
		<p class="soft">${used ?? 'The limits are switched off.'}</p>
		<ol class="rows">
			${each(entries.toReversed(), 'requestId', request)}
		</ol>
	`;
}

/** @param {LoggedRequest} entry */
function request({ at, method, endpoint, path, status, fault }) {
	const outcome = status === 429 && fault === null ? '429 over the limit' : (status ?? 'no answer');
	return html`
		<li class="row">
			<p><span class="soft">${timeOfDay(at)}</span> ${method} ${endpoint ?? path}</p>
			<p>
				${fault === null ? '' : `fault: ${fault}`}
				<span class="badge ${status !== null && status < 300 ? 'good' : 'bad'}">${outcome}</span>
			</p>
		</li>
	`;
}

/** @type {Array<[label: string, fault: Fault]>} */
const FAULTS = [
	['Status 503, not processed', { kind: 'status', status: 503 }],
	['Status 503, but processed', { kind: 'status', status: 503, after: true }],
	['Status 429, Retry-After 5 s', { kind: 'status', status: 429, headers: { 'Retry-After': '5' } }],
	['Broken connection, not processed', { kind: 'cut' }],
	['Broken connection, but processed', { kind: 'cut', after: true }],
	['No answer', { kind: 'hang' }],
	['Answer after 10 s', { kind: 'latency', minMs: 10_000, maxMs: 10_000 }],
	['HTML page instead of JSON', { kind: 'html' }],
	['Half the JSON', { kind: 'brokenJson' }],
	['Half the file', { kind: 'truncate' }],
];

const PATHS = ['assessments', 'assign', 'assignments', 'create-sign-in-token', 'groups', 'score', 'scores', 'webhook'];
const FILE_PATHS = ['webhook/example', 'response-audio/*', 'response-text/*', 'certificate/*'];

const inject = submitting(async (form) => {
	const [kind, path] = form.querySelectorAll('select');
	const times = form.querySelector('input')?.valueAsNumber ?? 1;
	const match = path?.value ? { match: { path: path.value } } : {};
	await call('inject', { ...match, fault: FAULTS[kind?.selectedIndex ?? 0]?.[1], times });
	return `The fault waits for ${times === 1 ? 'a request' : `${times} requests`}.`;
});

/** @param {ActiveFault[]} active */
export const faults = (active) => html`
	<form class="row" @submit=${inject}>
		<select aria-label="Fault">
			${FAULTS.map(([label]) => html`<option>${label}</option>`)}
		</select>
		<select aria-label="Request">
			<option value="">any request</option>
			${[...PATHS, ...FILE_PATHS].map((path) => html`<option>/${path}</option>`)}
		</select>
		<label><input type="number" min="1" value="1" required /> times</label>
		<button>Switch on</button>
	</form>
	<ul class="rows">
		${each(active, 'faultId', activeFault)}
	</ul>
`;

/** @param {ActiveFault} active */
function activeFault({ faultId, match, fault, times = 1, hits }) {
	const what = fault.kind === 'status' ? `status ${fault.status}` : fault.kind;
	const where = [match?.method, match?.path].filter(Boolean).join(' ') || 'any request';
	const left = times === 'always' ? 'always' : `${times - hits} more`;
	const id = `fault-${faultId}`;
	const end = () => call('clearFaults', { faultId }).then(() => 'The fault was switched off.');
	return html`
		<li class="row">
			<p id=${id}>${what} for ${where} <span class="soft">${left}, struck ${hits}</span></p>
			${button('Switch off', end, id)}
		</li>
	`;
}
