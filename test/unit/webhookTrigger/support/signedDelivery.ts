import { createHash, createHmac } from 'node:crypto';

export interface SignedDelivery {
	body: Buffer;
	headers: Record<string, string | undefined>;
}

/** The service's signed request (specification: Signature), for a key that is already decoded. */
export function signedDelivery(body: Buffer, key: Buffer, timestamp: string): SignedDelivery {
	const hash = createHash('sha256').update(body).digest('base64');
	const signature = createHmac('sha256', key).update(`${hash};${timestamp}`).digest('base64');
	return {
		body,
		headers: {
			'content-type': 'application/json',
			'x-content-sha256': hash,
			'x-request-timestamp': timestamp,
			'x-signature': `Algorithm=HMAC-SHA256; Signature=${signature}`,
		},
	};
}

export const SIGNED_AT = Date.UTC(2026, 10, 21, 4, 14, 5);

/** The accepted forms of X-Request-Timestamp. In upper or lower case, month first and by default UTC, all mean the time above. */
export const TIMESTAMPS = [
	...['2026-11-21T04:14:05.000Z', '2026-11-21T04:14:05.0001234+00:00', '2026-11-21T09:44:05+05:30', '20261121T041405Z'],
	...['2026-11-21T00:44:05-0330', '2026-11-21T04:14:05.000', '2026-11-21 04:14:05 UTC', '2026/11/21 04:14:05'],
	...[`${SIGNED_AT / 1_000}`, `${SIGNED_AT / 1_000}.000157`, `${SIGNED_AT}`, `${SIGNED_AT}.25`],
	...['Sat, 21 Nov 2026 04:14:05 GMT', 'sat, 21 nov 2026 04:14:05 gmt', 'Sat, 21 Nov 2026 04:14:05'],
	...['11/21/2026, 4:14:05 AM', '11/21/2026 4:14:05 AM', '11/21/2026 4:14:05 AM +00:00', '11/21/2026 04:14:05 +00:00'],
	...['11/21/2026 4:14:05 PM +12:00', '11/21/2026 12:14:05 AM -04:00', '11/21/2026 05:14:05+01:00'],
	...['11/21/2026 05:44:05.0000000 +01:30', 'Saturday, November 21, 2026 4:14:05 AM', 'fri, 20 nov 2026 20:14:05 pst'],
	...['Sat Nov 21 2026 04:14:05 GMT+0000 (Coordinated Universal Time)', 'Sat Nov 21 04:14:05 UTC 2026'],
];
