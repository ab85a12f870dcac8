import type { LoggedRequest } from '../../../simulator/http/requestLog.ts';
import type { Delivery } from '../../../simulator/webhook/deliveries.ts';

export const NOW = Date.UTC(2026, 2, 10, 12);

export function request(changes: Partial<LoggedRequest>): LoggedRequest {
	return {
		requestId: 1,
		at: NOW,
		method: 'GET',
		path: '/2020q3/groups',
		endpoint: '/groups',
		query: null,
		headers: {},
		authorization: 'active key',
		keyElsewhere: false,
		status: 200,
		processed: true,
		fault: null,
		...changes,
	};
}

export function delivery(changes: Partial<Delivery>): Delivery {
	return {
		deliveryId: 1,
		event: 'user-assessment-scored',
		url: 'http://127.0.0.1:5678/webhook/x',
		sentAt: '2026-03-10T12:00:00.0000000+00:00',
		headers: { 'X-Signature': 'Algorithm=HMAC-SHA256; Signature=abc' },
		body: '{"event":"user-assessment-scored","data":{"scoreReports":[]}}',
		status: 200,
		durationMs: 12,
		answer: 'OK',
		error: null,
		underway: false,
		redeliveryOf: null,
		...changes,
	};
}
