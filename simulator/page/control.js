/** The simulator's control surface, as this page uses it. */

/** @import { FaultInjection } from '../faults/faults.ts' */
/** @import { Scored, Scoring } from '../control/interface.ts' */
/** @import { ScoreReport } from '../resources/resources.ts' */
/** @import { Snapshot } from './changes.js' */
/** @import { ActiveFault } from '../faults/faults.ts' */

const ROOT = '/_simulator';
const TIMEOUT_MS = 10_000;

/**
 * What comes back is what the control method returned (control/interface.ts).
 *
 * @param {'GET' | 'POST' | 'DELETE'} method
 * @param {string} path
 * @param {object} [body]
 */
async function call(method, path, body) {
	const response = await fetch(`${ROOT}${path}`, {
		method,
		signal: AbortSignal.timeout(TIMEOUT_MS),
		...(body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
	});
	const text = await response.text();
	const result = text === '' ? null : JSON.parse(text);
	if (!response.ok) throw new Error(result?.error ?? `The simulator answered ${response.status}`);
	return result;
}

/**
 * @param {{ search: string, userCount: number, deliveryCount: number, requestCount: number }} wanted
 * @returns {Promise<Snapshot & { faults: ActiveFault[] }>}
 */
export async function look({ search, userCount, deliveryCount, requestCount }) {
	const users = new URLSearchParams({ search, limit: String(userCount), newestFirst: 'true' });
	const [state, foundUsers, deliveries, requests, faults] = await Promise.all([
		call('GET', '/state'),
		call('GET', `/users?${users}`),
		call('GET', `/deliveries?last=${deliveryCount}`),
		call('GET', `/requests?last=${requestCount}`),
		call('GET', '/faults'),
	]);
	return { state, users: foundUsers, deliveries, requests, faults };
}

/**
 * @param {string} userAssessmentId
 * @returns {Promise<ScoreReport>}
 */
export const start = (userAssessmentId) => call('POST', '/assignments/start', { userAssessmentId });

/**
 * @param {string} userAssessmentId
 * @returns {Promise<ScoreReport>}
 */
export const finish = (userAssessmentId) => call('POST', '/assignments/finish', { userAssessmentId });

/**
 * @param {Scoring} scoring
 * @returns {Promise<Scored>}
 */
export const score = (scoring) => call('POST', '/assignments/score', scoring);

/** @returns {Promise<{ deliveryId: number | null }>} */
export const sendExample = () => call('POST', '/events/example');

/** @param {number} deliveryId */
export const redeliver = (deliveryId) => call('POST', '/deliveries/redeliver', { deliveryId });

/** @param {string} apiKey */
export const revokeKey = (apiKey) => call('POST', '/keys/revoke', { apiKey });

/** @returns {Promise<{ apiKey: string }>} */
export const generateKey = () => call('POST', '/keys');

export const clearLimits = () => call('DELETE', '/limits');

/** @param {FaultInjection} injection */
export const inject = (injection) => call('POST', '/faults', injection);

/** @param {number} faultId */
export const removeFault = (faultId) => call('DELETE', `/faults?faultId=${faultId}`);
