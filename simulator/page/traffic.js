/** The webhook's deliveries, the received requests, and the faults for them. */

import { html } from 'lit-html';
import { button, call, each, submitting } from './actions.js';

/** @import { ActiveFault } from '../faults/faults.ts' */
/** @import { Delivery, LoggedRequest } from '../index.ts' */

/** @param {Delivery[]} deliveries */
export const webhook = (deliveries) =>
	html`<ul>
		${each(deliveries.toReversed(), 'deliveryId', delivery)}
	</ul>`;

/** @param {Delivery} sent */
const delivery = ({ deliveryId, event, sentAt, status, error, underway, url, headers, body }) => html`
	<li>
		<strong>${underway ? 'In progress' : status === null ? `Failed: ${error}` : `Status ${status}`}</strong>
		${event} ${sentAt} ${button('Redeliver', `${event} ${deliveryId}`, () => call('redeliver', { deliveryId }))}
		<details>
			<summary>Sent request</summary>
			<pre tabindex="0">${[`POST ${url}`, JSON.stringify(headers, null, 2), body].join('\n')}</pre>
		</details>
	</li>
`;

/** @param {LoggedRequest[]} entries */
export const requests = (entries) =>
	html`<ul>
		${each(entries.toReversed(), 'requestId', request)}
	</ul>`;

/** @param {LoggedRequest} entry */
const request = ({ at, method, path, status, fault }) => html`
	<li>
		${new Date(at).toLocaleTimeString('en-GB')} ${method} ${path}
		<strong>${status ?? 'no response'}</strong> ${fault === null ? '' : `fault: ${fault}`}
	</li>
`;

const EXAMPLE = '{ "fault": { "kind": "status", "status": 503 }, "match": { "path": "/assign" }, "times": 1 }';

const inject = submitting('Fault', async (text) => {
	await call('inject', JSON.parse(text));
	return 'It applies to the next matching request.';
});

/** @param {ActiveFault[]} active */
export const faults = (active) => html`
	<form @submit=${inject}>
		<input name="input" aria-label="Fault (kinds: simulator/README.md)" size="60" value=${EXAMPLE} />
		<button>Switch on</button>
	</form>
	<ul>
		${each(active, 'faultId', activeFault)}
	</ul>
`;

/** @param {ActiveFault} active */
function activeFault({ faultId, match, fault }) {
	const what = `${JSON.stringify(fault)} for ${match?.path ?? 'any path'}`;
	return html`<li>${what} ${button('Switch off', what, () => call('clearFaults', { faultId }))}</li>`;
}
