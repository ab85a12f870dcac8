/** Looks at the simulator once a second and shows what is there. */

import { html, nothing, render } from 'lit-html';
import { afterEach, button, call, each, told } from './actions.js';
import { people } from './people.js';
import { faults, requests, webhook } from './traffic.js';

/** @import { ControlledUser, SimulatorState } from '../control/interface.ts' */
/** @import { ActiveFault } from '../faults/faults.ts' */
/** @import { LoggedRequest } from '../requestLog.ts' */
/** @import { Delivery } from '../webhook/deliveries.ts' */

/** A little less than a second, so that every request is seen while it counts against the limit of a second. */
const PAUSE_MS = 900;
/** How many people, deliveries and requests are shown; the search finds everybody. */
const PEOPLE = 50;
const NEWEST = 15;

/** @type {[SimulatorState, ControlledUser[], Delivery[], LoggedRequest[], ActiveFault[]] | undefined} */
let seen;
let connected = true;
let search = '';
/** Counts the looks, so that a late answer doesn't replace a newer one. */
let looks = 0;

async function look() {
	const thisLook = ++looks;
	const latest = await Promise.all([
		call('state'),
		call('users', { search, limit: PEOPLE, newestFirst: true }),
		call('deliveries', { last: NEWEST }),
		call('requests', { last: NEWEST }),
		call('faults'),
	]).catch(() => undefined);
	if (thisLook !== looks) return;
	connected = latest !== undefined;
	seen = latest ?? seen;
	draw();
}

/** Draws the page anew. A row that moves or a button that goes must not throw the focus back to the page's beginning. */
function draw() {
	const focused = document.activeElement;
	const [row, section] = [focused?.closest('li'), focused?.closest('section')];
	render(page(), document.body);
	if (document.activeElement === focused) return;
	const next = [focused, row?.querySelector('button'), section].find((element) => element?.isConnected);
	if (next instanceof HTMLElement) next.focus({ preventScroll: true });
}

/** @param {SimulatorState} state */
function connection({ baseHost, apiKeys }) {
	const apiKey = apiKeys.findLast(({ state }) => state === 'active')?.apiKey ?? 'Every API key is revoked.';
	return html`
		<h2>Connect n8n</h2>
		<p>Create credentials “Enterprise Assessment API”. After <code>npm start</code> they are there.</p>
		<p>Service Address <code>${baseHost}</code></p>
		<p>API Key <code>${apiKey}</code></p>
		<p>
			Begin with the <strong>Enterprise Assessment Poll Trigger</strong>, which needs no public address. Press “Score”
			beside somebody: a published workflow then runs; before that, “Fetch Test Event” shows the score in n8n.
		</p>
	`;
}

/** @param {InputEvent & { currentTarget: HTMLInputElement }} event */
function find(event) {
	search = event.currentTarget.value;
	void look();
}

async function sendExample() {
	const { deliveryId } = await call('sendExample');
	return deliveryId === null ? 'No webhook is registered: nothing was sent.' : 'The example event was sent.';
}

/** @param {NonNullable<typeof seen>} now */
const sections = ([state, users, deliveries, entries, active]) => html`
	<main>
		<section id="people" tabindex="-1">
			<div class="row">
				<h2>People <span class="soft">${users.length} of ${state.userCount}</span></h2>
				<label>Find by name, email or identifier <input type="search" @input=${find} /></label>
			</div>
			<ul>
				${people(users, state)}
			</ul>
		</section>
		<div>
			<section>${connection(state)}</section>
			<section id="webhook" tabindex="-1">
				<div class="row">
					<h2>Webhook</h2>
					${button('Send example event', sendExample)}
				</div>
				${webhook(state, deliveries)}
			</section>
			<section id="faults" tabindex="-1">
				<h2>Faults <span class="soft">what the next requests run into</span></h2>
				${faults(active)}
			</section>
			<section id="requests" tabindex="-1">
				<h2>Requests</h2>
				${requests(state, entries)}
			</section>
		</div>
	</main>
`;

const page = () => html`
	<header class="row">
		<h1>Enterprise Assessment simulator</h1>
		<nav class="row">
			${['People', 'Webhook', 'Faults', 'Requests'].map((name) => html`<a href="#${name.toLowerCase()}">${name}</a>`)}
			<span role="status" class="badge ${connected ? 'good' : 'bad'}">
				${connected ? 'Live' : 'No connection: does the simulator run?'}
			</span>
		</nav>
	</header>
	${seen === undefined ? nothing : sections(seen)}
	<footer role="log">${each(told, 'id', ({ text, tone }) => html`<p class=${tone}>${text}</p>`)}</footer>
`;

async function watch() {
	for (;;) {
		if (!document.hidden) await look();
		await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
	}
}

afterEach(look);
void watch();
