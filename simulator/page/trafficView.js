/** Requests and limits as the page shows them: state in, rows out. */

import { timeOfDay } from './times.js';

/** @import { SimulatorState } from '../control/interface.ts' */
/** @import { ActiveFault } from '../faults/faults.ts' */
/** @import { LoggedRequest } from '../http/requestLog.ts' */
/** @import { Tone } from './usersView.js' */

/**
 * @typedef {object} Meter
 * @property {string} key
 * @property {string} label
 * @property {string} text e.g. "3 of 5"
 * @property {number} used
 * @property {number} limit
 * @property {number} share from 0 to 1
 * @property {Tone} tone
 *
 * @typedef {object} RequestRow
 * @property {string} key
 * @property {string} time
 * @property {string} request
 * @property {string} outcome
 * @property {Tone} tone
 *
 * @typedef {object} FaultRow
 * @property {string} key
 * @property {number} faultId
 * @property {string} text what happens to which requests
 * @property {string} left how often it will strike, and how often it did
 *
 * @typedef {object} SecondBar requests of one second; what was refused for another reason is in neither
 * @property {number} processed
 * @property {number} refused over a limit
 */

const TOO_MANY = 429;
const SECOND = 1000;

/**
 * @param {string} key
 * @param {string} label
 * @param {number} used
 * @param {number} limit
 * @returns {Meter}
 */
function meter(key, label, used, limit) {
	const share = Math.min(1, used / limit);
	const tone = share >= 1 ? 'bad' : share >= 0.8 ? 'waiting' : 'active';
	return { key, label, text: `${used} of ${limit}`, used, limit, share, tone };
}

/**
 * Both limits and their use; empty when they are switched off.
 *
 * @param {SimulatorState['limits']} limits
 * @returns {Meter[]}
 */
export function limitMeters({ limits, usage }) {
	if (limits === null) return [];
	return [
		meter('second', 'in this second', usage.lastSecond, limits.perSecond),
		meter('minutes', 'in 20 minutes', usage.last20Minutes, limits.per20Minutes),
	];
}

/**
 * @param {LoggedRequest} request
 * @returns {{ outcome: string, tone: Tone }}
 */
function outcomeOf({ status, fault }) {
	const because = fault === null ? '' : ' by fault';
	if (status === null) return { outcome: `no answer${because}`, tone: fault === null ? 'quiet' : 'bad' };
	if (status === TOO_MANY && fault === null) return { outcome: '429 over the limit', tone: 'waiting' };
	return { outcome: `${status}${because}`, tone: status < 300 && fault === null ? 'good' : 'bad' };
}

/**
 * The newest first.
 *
 * @param {readonly LoggedRequest[]} requests oldest first
 * @param {number} count at most so many
 * @returns {RequestRow[]}
 */
export function requestRows(requests, count) {
	return requests
		.slice(-count)
		.reverse()
		.map((request) => ({
			key: String(request.requestId),
			time: timeOfDay(request.at),
			request: `${request.method} ${request.endpoint ?? request.path}`,
			...outcomeOf(request),
		}));
}

/**
 * The last seconds, the present one last.
 *
 * @param {readonly LoggedRequest[]} requests
 * @param {number} now
 * @param {number} seconds how many
 * @returns {SecondBar[]}
 */
export function secondBars(requests, now, seconds) {
	const last = Math.floor(now / SECOND);
	const bars = Array.from({ length: seconds }, () => ({ processed: 0, refused: 0 }));
	for (const { at, status, fault, processed } of requests) {
		const bar = bars[seconds - 1 - (last - Math.floor(at / SECOND))];
		if (bar === undefined) continue;
		if (status === TOO_MANY && fault === null) bar.refused += 1;
		else if (processed) bar.processed += 1;
	}
	return bars;
}

/** @param {readonly SecondBar[]} bars */
export function barsText(bars) {
	const sum = (/** @type {(bar: SecondBar) => number} */ part) => bars.reduce((total, bar) => total + part(bar), 0);
	const [processed, refused] = [sum((bar) => bar.processed), sum((bar) => bar.refused)];
	return `The last ${bars.length} seconds: ${processed} requests processed, and ${refused} refused over the limit`;
}

/**
 * @param {readonly ActiveFault[]} faults
 * @returns {FaultRow[]}
 */
export function faultRows(faults) {
	return faults.map(({ faultId, match, fault, times = 1, hits }) => {
		const where = [match?.method, match?.path].filter(Boolean).join(' ') || 'any request';
		const left = times === 'always' ? 'always' : `${times - hits} more`;
		const what = fault.kind === 'status' ? `status ${fault.status}` : fault.kind;
		return { key: String(faultId), faultId, text: `${what} for ${where}`, left: `${left}, hit ${hits}` };
	});
}
