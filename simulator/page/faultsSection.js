/** Faults: what the next requests shall run into. */

import * as control from './control.js';
import { byId, element, keyedList, setText } from './dom.js';
import { faultRows } from './trafficView.js';

/** @import { ActiveFault, Fault } from '../faults/faults.ts' */
/** @import { Act } from './main.js' */
/** @import { Entry } from './dom.js' */
/** @import { FaultRow } from './trafficView.js' */

/** @type {Record<string, { label: string, fault: Fault }>} */
const FAULTS = {
	unavailable: { label: 'Status 503, not processed', fault: { kind: 'status', status: 503 } },
	unavailableAfter: { label: 'Status 503, but processed', fault: { kind: 'status', status: 503, after: true } },
	tooMany: {
		label: 'Status 429, Retry-After 5 s',
		fault: { kind: 'status', status: 429, headers: { 'Retry-After': '5' } },
	},
	cut: { label: 'Broken connection, not processed', fault: { kind: 'cut' } },
	cutAfter: { label: 'Broken connection, but processed', fault: { kind: 'cut', after: true } },
	slow: { label: 'Answer after 10 s', fault: { kind: 'latency', minMs: 10_000, maxMs: 10_000 } },
	html: { label: 'HTML page instead of JSON', fault: { kind: 'html' } },
	brokenJson: { label: 'Half the JSON', fault: { kind: 'brokenJson' } },
	truncate: { label: 'Half the file', fault: { kind: 'truncate' } },
};

/** @param {Act} act */
export function faultsSection(act) {
	const form = byId('fault-form', HTMLFormElement);
	const kind = byId('fault-kind', HTMLSelectElement);
	const path = byId('fault-path', HTMLSelectElement);
	const times = byId('fault-times', HTMLInputElement);
	for (const [value, { label }] of Object.entries(FAULTS)) kind.append(element('option', { value, text: label }));

	form.addEventListener('submit', (event) => {
		event.preventDefault();
		const chosen = FAULTS[kind.value];
		if (chosen === undefined) return;
		const match = path.value === '' ? {} : { match: { path: path.value } };
		void act(async () => {
			await control.inject({ ...match, fault: chosen.fault, times: times.valueAsNumber });
			return `The fault waits for ${times.value === '1' ? 'a request' : `${times.value} requests`}.`;
		});
	});

	const update = keyedList(byId('fault-list', HTMLElement), (/** @type {FaultRow} */ row) => faultEntry(row, act));
	/** @param {ActiveFault[]} faults */
	return (faults) => update(faultRows(faults));
}

/**
 * @param {FaultRow} first
 * @param {Act} act
 * @returns {Entry<FaultRow>}
 */
function faultEntry(first, act) {
	const id = `fault-${first.key}`;
	const left = element('span', { class: 'when' });
	const what = element('p', { class: 'what', id }, element('span', { text: first.text }), left);
	const remove = element('button', { type: 'button', text: 'Remove', 'aria-describedby': id });
	remove.addEventListener('click', () => {
		void act(async () => {
			await control.removeFault(first.faultId);
			return 'The fault was removed.';
		});
	});
	return {
		node: element('li', { class: 'fault' }, what, remove),
		update: (row) => setText(left, row.left),
	};
}
