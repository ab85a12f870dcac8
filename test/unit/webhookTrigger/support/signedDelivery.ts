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

/** Every accepted format of X-Request-Timestamp. */
export const TIMESTAMP_FORMS: ReadonlyArray<{ name: string; write: (ms: number) => string }> = [
	{ name: 'ISO 8601', write: (ms) => new Date(ms).toISOString() },
	{ name: 'ISO 8601 without a fraction', write: (ms) => `${iso(ms)}Z` },
	{ name: 'ISO 8601 with seven fraction digits', write: (ms) => `${iso(ms)}.1234567+00:00` },
	{ name: 'ISO 8601 with an offset', write: (ms) => `${iso(ms + 5.5 * 3_600_000)}.5+05:30` },
	{ name: 'ISO 8601 with an offset to the west', write: (ms) => `${iso(ms - 3.5 * 3_600_000)}-0330` },
	{ name: 'ISO 8601 without an offset', write: (ms) => `${iso(ms)}.123` },
	{ name: 'ISO 8601, basic format', write: (ms) => `${iso(ms).replace(/[-:]/g, '')}Z` },
	{ name: 'Unix seconds with a fraction', write: (ms) => (ms / 1_000 + 0.157).toFixed(6) },
	{ name: 'Unix seconds', write: (ms) => String(Math.floor(ms / 1_000)) },
	{ name: 'Unix milliseconds', write: (ms) => String(ms) },
	{ name: 'HTTP date', write: (ms) => new Date(ms).toUTCString() },
	{ name: ".NET's culture-invariant form", write: (ms) => `${american(ms)} +00:00` },
	{ name: ".NET's American form", write: (ms) => new Date(ms).toLocaleString('en-US', { timeZone: 'UTC' }) },
	{ name: 'ISO 8601 with the name of the zone', write: (ms) => `${iso(ms).replace('T', ' ')} UTC` },
];

/** `11/21/2026 04:14:05` */
function american(ms: number): string {
	return iso(ms).replace(/(\d+)-(\d+)-(\d+)T/, '$2/$3/$1 ');
}

function iso(ms: number): string {
	return new Date(ms).toISOString().slice(0, 19);
}
