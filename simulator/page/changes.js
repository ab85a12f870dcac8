/** What happened between two looks at the simulator, in words: for those who can't see the page change. */

import { aboutOf, outcomeOf } from './webhookView.js';
import { nameOf } from './usersView.js';

/** @import { ControlledUser, SimulatorState } from '../control/interface.ts' */
/** @import { Delivery } from '../webhook/deliveries.ts' */
/** @import { LoggedRequest } from '../http/requestLog.ts' */

/**
 * @typedef {object} Snapshot all that the page shows
 * @property {SimulatorState} state
 * @property {ControlledUser[]} users
 * @property {Delivery[]} deliveries
 * @property {LoggedRequest[]} requests
 */

const MOST = 3;

/**
 * @param {Snapshot} before
 * @param {Snapshot} after
 * @returns {string[]} at most three sentences
 */
export function changesBetween(before, after) {
	const told = [
		...webhookChange(before.state, after.state),
		...newAssignments(before.users, after.users),
		...newAnswers(before.deliveries, after.deliveries),
		...refusals(before.requests, after.requests),
	];
	return told.length <= MOST ? told : [...told.slice(0, MOST - 1), `And ${told.length - MOST + 1} more changes.`];
}

/**
 * @param {SimulatorState} before
 * @param {SimulatorState} after
 */
function webhookChange({ webhook: before }, { webhook: after }) {
	if (before?.url === after?.url && before?.createdAt === after?.createdAt) return [];
	return [after === null ? 'The webhook was removed.' : `A webhook was registered: ${after.url}`];
}

/**
 * Of users that were on the page before: which ones are shown changes with the search.
 *
 * @param {readonly ControlledUser[]} before
 * @param {readonly ControlledUser[]} after
 */
function newAssignments(before, after) {
	const known = new Map(before.map((user) => [user.userId, user.scoreReports.length]));
	return after.flatMap((user) => {
		const count = known.get(user.userId);
		if (count === undefined) return [];
		return user.scoreReports.slice(count).map((report) => `${nameOf(user)} was assigned ${report.assessmentName}.`);
	});
}

/**
 * @param {readonly Delivery[]} before
 * @param {readonly Delivery[]} after
 */
function newAnswers(before, after) {
	const settled = new Set(before.filter(({ underway }) => !underway).map(({ deliveryId }) => deliveryId));
	return after
		.filter(({ underway, deliveryId }) => !underway && !settled.has(deliveryId))
		.map((delivery) => {
			const about = delivery.event === 'user-assessment-scored' ? aboutOf(delivery.body) : '';
			const { outcome } = outcomeOf(delivery);
			return `Webhook, ${about || delivery.event}: ${outcome.charAt(0).toLowerCase()}${outcome.slice(1)}.`;
		});
}

/**
 * @param {readonly LoggedRequest[]} before
 * @param {readonly LoggedRequest[]} after
 */
function refusals(before, after) {
	const isRefused = (/** @type {LoggedRequest} */ { status, fault }) => status === 429 && fault === null;
	const known = new Set(before.filter(isRefused).map(({ requestId }) => requestId));
	const count = after.filter((request) => isRefused(request) && !known.has(request.requestId)).length;
	if (count === 0) return [];
	return [`${count} ${count === 1 ? 'request was' : 'requests were'} refused over the limit (429).`];
}
