/** Both limits, how much of them is used, and the last requests. */

import * as control from './control.js';
import { byId, element, keyedList, setBadge, setText } from './dom.js';
import { barsText, limitMeters, requestRows, secondBars } from './trafficView.js';

/** @import { Snapshot } from './changes.js' */
/** @import { Act } from './main.js' */
/** @import { Entry } from './dom.js' */
/** @import { Meter, RequestRow, SecondBar } from './trafficView.js' */

const SHOWN_REQUESTS = 12;
const SECONDS = 30;

/** Enough for the bars: five a second, and some that were refused. */
export const REQUESTS = 200;

/** @param {Act} act */
export function trafficSection(act) {
	const noLimits = byId('no-limits', HTMLElement);
	const noRequests = byId('no-requests', HTMLElement);
	const table = byId('request-table', HTMLElement);
	const updateMeters = keyedList(byId('meters', HTMLElement), meterEntry);
	const updateRequests = keyedList(byId('request-list', HTMLElement), requestEntry);
	const showBars = chart(byId('second-bars', HTMLElement));

	byId('clear-limits', HTMLButtonElement).addEventListener('click', () => {
		void act(async () => {
			await control.clearLimits();
			return 'The requests counted so far are forgotten.';
		});
	});

	/** @param {Snapshot} snapshot */
	return ({ state, requests }) => {
		const meters = limitMeters(state.limits);
		noLimits.hidden = meters.length > 0;
		updateMeters(meters);
		showBars(secondBars(requests, state.clock.milliseconds, SECONDS), state.limits.limits?.perSecond ?? 5);
		const rows = requestRows(requests, SHOWN_REQUESTS);
		noRequests.hidden = rows.length > 0;
		table.hidden = rows.length === 0;
		updateRequests(rows);
	};
}

/**
 * @param {Meter} first
 * @returns {Entry<Meter>}
 */
function meterEntry(first) {
	const value = element('span', { class: 'meter-value' });
	const label = element('span', { class: 'meter-label', text: first.label });
	const fill = element('span', { class: 'fill' });
	const bar = element('span', { class: 'bar', role: 'meter', 'aria-label': `Requests ${first.label}` }, fill);
	return {
		node: element('div', { class: 'meter' }, value, label, bar),
		update(row) {
			setText(value, row.text);
			bar.setAttribute('aria-valuemin', '0');
			bar.setAttribute('aria-valuemax', String(row.limit));
			bar.setAttribute('aria-valuenow', String(row.used));
			bar.setAttribute('aria-valuetext', row.text);
			bar.dataset.tone = row.tone;
			fill.style.inlineSize = `${row.share * 100}%`;
		},
	};
}

/**
 * One bar a second: what was processed, and on top what was refused.
 *
 * @param {HTMLElement} container
 */
function chart(container) {
	const bars = Array.from({ length: SECONDS }, () => {
		const processed = element('span', { class: 'processed' });
		const refused = element('span', { class: 'refused' });
		container.append(element('span', { class: 'second' }, refused, processed));
		return { processed, refused };
	});
	/**
	 * @param {readonly SecondBar[]} seconds
	 * @param {number} limit
	 */
	return (seconds, limit) => {
		const highest = Math.max(limit, ...seconds.map(({ processed, refused }) => processed + refused));
		bars.forEach(({ processed, refused }, index) => {
			processed.style.blockSize = `${((seconds[index]?.processed ?? 0) / highest) * 100}%`;
			refused.style.blockSize = `${((seconds[index]?.refused ?? 0) / highest) * 100}%`;
		});
		container.style.setProperty('--limit', `${(limit / highest) * 100}%`);
		container.setAttribute('aria-label', barsText(seconds));
	};
}

/**
 * @param {RequestRow} first
 * @returns {Entry<RequestRow>}
 */
function requestEntry(first) {
	const badge = element('span', { class: 'badge' });
	const node = element(
		'tr',
		{},
		element('td', { class: 'time', text: first.time }),
		element('td', { class: 'request', text: first.request }),
		element('td', {}, badge),
	);
	return { node, update: (row) => setBadge(badge, row.outcome, row.tone) };
}
