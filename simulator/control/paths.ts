import type { SimulatorControl } from './interface.ts';

/** Where the control surface lies, whatever path the base host has. */
export const CONTROL_ROOT = '/_simulator';

export interface ControlPath {
	method: 'GET' | 'POST' | 'DELETE';
	/** Below CONTROL_ROOT. */
	path: string;
}

/** Each control method's HTTP route. GET and DELETE take their argument as a query string, POST as JSON. */
export const CONTROL_PATHS: Record<keyof SimulatorControl, ControlPath> = {
	state: { method: 'GET', path: '/state' },
	reset: { method: 'POST', path: '/reset' },
	clock: { method: 'GET', path: '/clock' },
	setClock: { method: 'POST', path: '/clock' },
	settings: { method: 'GET', path: '/settings' },
	configure: { method: 'POST', path: '/settings' },
	clearLimits: { method: 'DELETE', path: '/limits' },
	generateKey: { method: 'POST', path: '/keys' },
	revokeKey: { method: 'POST', path: '/keys/revoke' },
	addAssessment: { method: 'POST', path: '/assessments' },
	addGroup: { method: 'POST', path: '/groups' },
	addUser: { method: 'POST', path: '/users' },
	addUsers: { method: 'POST', path: '/users/bulk' },
	users: { method: 'GET', path: '/users' },
	user: { method: 'GET', path: '/user' },
	assign: { method: 'POST', path: '/assignments' },
	start: { method: 'POST', path: '/assignments/start' },
	finish: { method: 'POST', path: '/assignments/finish' },
	needsReview: { method: 'POST', path: '/assignments/needs-review' },
	score: { method: 'POST', path: '/assignments/score' },
	expire: { method: 'POST', path: '/assignments/expire' },
	webhook: { method: 'GET', path: '/webhook' },
	registerWebhook: { method: 'POST', path: '/webhook' },
	deleteWebhook: { method: 'DELETE', path: '/webhook' },
	sendEvent: { method: 'POST', path: '/events' },
	sendExample: { method: 'POST', path: '/events/example' },
	deliveries: { method: 'GET', path: '/deliveries' },
	redeliver: { method: 'POST', path: '/deliveries/redeliver' },
	idle: { method: 'POST', path: '/deliveries/idle' },
	clearDeliveries: { method: 'DELETE', path: '/deliveries' },
	inject: { method: 'POST', path: '/faults' },
	faults: { method: 'GET', path: '/faults' },
	clearFaults: { method: 'DELETE', path: '/faults' },
	createFile: { method: 'POST', path: '/files' },
	requests: { method: 'GET', path: '/requests' },
	clearRequests: { method: 'DELETE', path: '/requests' },
};
