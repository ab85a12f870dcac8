/** The account's webhook and what was sent to it. */

import * as control from './control.js';
import { byId, element, keyedList, setBadge, setOptionalText, setPossible, setText, isPossible } from './dom.js';
import { deliveryRows, webhookFacts } from './webhookView.js';

/** @import { Snapshot } from './changes.js' */
/** @import { Act } from './main.js' */
/** @import { Entry } from './dom.js' */
/** @import { DeliveryRow } from './webhookView.js' */

/** How many of the newest deliveries the page shows. */
export const DELIVERIES = 20;

/** @param {Act} act */
export function webhookSection(act) {
	const none = byId('no-webhook', HTMLElement);
	const registered = byId('registered-webhook', HTMLElement);
	const url = byId('webhook-url', HTMLElement);
	const since = byId('webhook-since', HTMLElement);
	const example = byId('send-example', HTMLButtonElement);
	const noDeliveries = byId('no-deliveries', HTMLElement);
	const update = keyedList(byId('delivery-list', HTMLElement), (/** @type {DeliveryRow} */ row) =>
		deliveryEntry(row, act),
	);

	example.addEventListener('click', () => {
		if (!isPossible(example)) return;
		void act(async () => {
			const { deliveryId } = await control.sendExample();
			return deliveryId === null ? 'No webhook is registered: nothing was sent.' : 'The example event was sent.';
		});
	});

	/** @param {Snapshot} snapshot */
	return ({ state, deliveries }) => {
		const facts = webhookFacts(state.webhook, state.clock.milliseconds);
		none.hidden = facts !== null;
		registered.hidden = facts === null;
		setPossible(example, facts !== null);
		if (facts !== null) {
			setText(url, facts.url);
			setText(since, `${facts.since} · ${facts.signature}`);
		}
		const rows = deliveryRows(deliveries);
		noDeliveries.hidden = rows.length > 0;
		update(rows);
	};
}

/**
 * @param {DeliveryRow} first
 * @param {Act} act
 * @returns {Entry<DeliveryRow>}
 */
function deliveryEntry(first, act) {
	const id = `delivery-${first.key}`;
	const badge = element('span', { class: 'badge' });
	const about = element('span', { class: 'about' });
	const facts = element('span', { class: 'when' });
	const event = element('span', { class: 'when', text: first.event });
	const what = element('p', { class: 'what', id }, badge, event, about, facts);

	const sent = element('pre', { tabindex: '0', text: first.sent, 'aria-label': 'What was sent' });
	const answer = element('p', { class: 'answer' });
	const details = element('details', {}, element('summary', { text: 'What was sent' }), sent, answer);

	const again = element('button', { type: 'button', text: 'Deliver again', 'aria-describedby': id });
	again.addEventListener('click', () => {
		void act(async () => {
			await control.redeliver(first.deliveryId);
			return `Delivery ${first.key} was sent again.`;
		});
	});

	return {
		node: element('li', { class: 'delivery' }, what, element('div', { class: 'actions' }, again), details),
		update(row) {
			setBadge(badge, row.outcome, row.tone);
			setOptionalText(about, row.about);
			setText(facts, [row.time, row.attempt, row.took].filter(Boolean).join(' · '));
			setOptionalText(answer, row.answer === '' ? '' : `Answer: ${row.answer}`);
		},
	};
}
