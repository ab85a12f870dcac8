/** Looks at the simulator once a second and shows what is there. */

import { accountSection } from './accountSection.js';
import { changesBetween } from './changes.js';
import { look } from './control.js';
import { byId, element, setBadge, setOptionalText } from './dom.js';
import { faultsSection } from './faultsSection.js';
import { timeOfDay } from './times.js';
import { REQUESTS, trafficSection } from './trafficSection.js';
import { usersSection } from './usersSection.js';
import { DELIVERIES, webhookSection } from './webhookSection.js';

/** @import { Snapshot } from './changes.js' */

/**
 * Does something to the simulator, tells what came of it, and shows it.
 *
 * @typedef {(action: () => Promise<string>) => Promise<void>} Act
 */

/** A little less than a second, so that every request is seen while it counts against the limit of a second. */
const PAUSE_MS = 900;

/** How many of the last happenings stay to be read. */
const LOGGED = 3;

const connection = byId('connection', HTMLElement);
const clock = byId('clock', HTMLElement);
const log = byId('log', HTMLElement);

/** @param {string} text */
function tell(text, isProblem = false) {
	const time = element('span', { class: 'when', text: timeOfDay(Date.now()) });
	log.append(element('p', { 'data-tone': isProblem ? 'bad' : 'quiet' }, time, element('span', { text })));
	while (log.childElementCount > LOGGED) log.firstElementChild?.remove();
}

/** @type {Act} */
async function act(action) {
	try {
		tell(await action());
	} catch (error) {
		tell(error instanceof Error ? error.message : String(error), true);
	}
	await refresh();
}

const users = usersSection(act, () => void refresh());
const showWebhook = webhookSection(act);
const showTraffic = trafficSection(act);
const showFaults = faultsSection(act);
const showAccount = accountSection(act, tell);

/** @type {Snapshot | undefined} */
let shown;
/** Counts the looks, so that a late answer doesn't overwrite a later one. */
let looks = 0;

async function refresh() {
	const thisLook = ++looks;
	const wanted = users.wanted();
	try {
		const seen = await look({ ...wanted, deliveryCount: DELIVERIES, requestCount: REQUESTS });
		if (thisLook === looks) show(seen);
	} catch {
		if (thisLook === looks) setBadge(connection, 'No connection: does the simulator run?', 'bad');
	}
}

/** @param {Awaited<ReturnType<typeof look>>} seen */
function show(seen) {
	setBadge(connection, 'Live', 'good');
	const { milliseconds, stopped } = seen.state.clock;
	const ahead = Math.abs(milliseconds - Date.now()) > 5000;
	setOptionalText(clock, stopped || ahead ? `Clock ${stopped ? 'stopped' : 'moved'}: ${timeOfDay(milliseconds)}` : '');
	users.show(seen);
	showWebhook(seen);
	showTraffic(seen);
	showFaults(seen.faults);
	showAccount(seen.state);
	const changes = shown === undefined ? [] : changesBetween(shown, seen);
	shown = seen;
	for (const change of changes) tell(change);
}

async function watch() {
	for (;;) {
		if (!document.hidden) await refresh();
		await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
	}
}

document.addEventListener('visibilitychange', () => {
	if (!document.hidden) void refresh();
});
void watch();
