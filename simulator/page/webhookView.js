/** The webhook and its deliveries as the page shows them: state in, rows out. */

import { durationText, momentOf, relativeTime, timeOfDay } from './times.js';
import { nameOf, resultOf } from './usersView.js';

/** @import { WebhookState } from '../control/interface.ts' */
/** @import { Delivery } from '../webhook/deliveries.ts' */
/** @import { User } from '../resources/resources.ts' */
/** @import { Tone } from './usersView.js' */

/**
 * @typedef {object} DeliveryRow
 * @property {string} key
 * @property {number} deliveryId
 * @property {string} event
 * @property {string} about whom and what the event tells; empty when that can't be read
 * @property {string} time
 * @property {string} outcome
 * @property {Tone} tone
 * @property {string} attempt empty for a first delivery
 * @property {string} took
 * @property {string} sent headers and body, as sent
 * @property {string} answer start of the answer's body; empty without one
 */

/**
 * @param {WebhookState | null} webhook
 * @param {number} now
 */
export function webhookFacts(webhook, now) {
	if (webhook === null) return null;
	const createdAt = momentOf(webhook.createdAt);
	return {
		url: webhook.url,
		since: createdAt === null ? webhook.createdAt : `Since ${timeOfDay(createdAt)} (${relativeTime(createdAt, now)})`,
		signature: webhook.signingKey === null ? `Unsigned (version ${webhook.version})` : 'Signed',
	};
}

/**
 * @param {Delivery} delivery
 * @returns {{ outcome: string, tone: Tone }}
 */
export function outcomeOf({ underway, status, error }) {
	if (underway) return { outcome: 'Under way', tone: 'active' };
	if (status === null) return { outcome: `No answer: ${error ?? 'unknown reason'}`, tone: 'bad' };
	return { outcome: `Answered ${status}`, tone: status >= 200 && status < 300 ? 'good' : 'bad' };
}

/**
 * How many times the event had been sent, this time included.
 *
 * @param {Delivery} delivery
 * @param {ReadonlyMap<number, Delivery>} byId
 */
function attemptOf(delivery, byId) {
	let attempt = 1;
	for (let id = delivery.redeliveryOf; id !== null; id = byId.get(id)?.redeliveryOf ?? null) attempt += 1;
	return attempt;
}

/**
 * Whom the event is about; a forged event may hold anything.
 *
 * @param {string} body
 */
export function aboutOf(body) {
	try {
		const { data } = /** @type {{ data?: User }} */ (JSON.parse(body));
		if (!data) return '';
		const [report] = data.scoreReports;
		return [nameOf(data), ...(report ? [report.assessmentName, resultOf(report)] : [])].filter(Boolean).join(' · ');
	} catch {
		return '';
	}
}

/** @param {string} body */
function readable(body) {
	try {
		return JSON.stringify(JSON.parse(body), null, 2);
	} catch {
		return body;
	}
}

/**
 * The newest first.
 *
 * @param {readonly Delivery[]} deliveries oldest first
 * @returns {DeliveryRow[]}
 */
export function deliveryRows(deliveries) {
	const byId = new Map(deliveries.map((delivery) => [delivery.deliveryId, delivery]));
	return [...deliveries].reverse().map((delivery) => {
		const attempt = attemptOf(delivery, byId);
		const sentAt = momentOf(delivery.sentAt);
		const headers = Object.entries(delivery.headers).map(([name, value]) => `${name}: ${value}`);
		return {
			key: String(delivery.deliveryId),
			deliveryId: delivery.deliveryId,
			event: delivery.event,
			about: aboutOf(delivery.body),
			time: sentAt === null ? delivery.sentAt : timeOfDay(sentAt),
			...outcomeOf(delivery),
			attempt: attempt === 1 ? '' : `Attempt ${attempt}`,
			took: durationText(delivery.durationMs),
			sent: [`POST ${delivery.url}`, ...headers, '', readable(delivery.body)].join('\n'),
			answer: delivery.answer ?? '',
		};
	});
}
