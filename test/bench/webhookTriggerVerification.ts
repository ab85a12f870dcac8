import { createHash, createHmac, createSecretKey, hash, randomBytes } from 'node:crypto';

import './loadNodeSources.ts';

const { verifyDelivery } = await import('../../nodes/EnterpriseAssessmentTrigger/signature/signature.ts');

// The signature check beside the bare SHA-256 and HMAC of node:crypto over the same bytes: as everybody writes them, and as
// fast as node:crypto has them (one call for the hash, a key object that is made once).
const SIZES = [
	{ name: '2 KB', bytes: 2_048, calls: 5_000 },
	{ name: '100 KB', bytes: 102_400, calls: 500 },
	{ name: '10 MB', bytes: 10_485_760, calls: 8 },
];
const ROUNDS = 25;
const NOW = Date.UTC(2026, 10, 21, 4, 14);

/** Microseconds per call. */
function timed(calls: number, call: () => void): number {
	const begun = performance.now();
	for (let index = 0; index < calls; index++) call();
	return ((performance.now() - begun) * 1_000) / calls;
}

function median(values: readonly number[]): number {
	return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

const rows = SIZES.flatMap(({ name, bytes, calls }) => {
	const body = randomBytes(bytes);
	const keyBytes = randomBytes(32);
	const timestamp = new Date(NOW).toISOString();
	const bodyHash = createHash('sha256').update(body).digest('base64');
	return (['utf8', 'base64', 'hex', 'auto'] as const).map((encoding) => {
		const signingKey = keyBytes.toString(encoding === 'hex' ? 'hex' : 'base64');
		const key = encoding === 'base64' || encoding === 'hex' ? keyBytes : Buffer.from(signingKey);
		const signature = createHmac('sha256', key).update(`${bodyHash};${timestamp}`).digest('base64');
		const headers = {
			'x-content-sha256': bodyHash,
			'x-request-timestamp': timestamp,
			'x-signature': `Algorithm=HMAC-SHA256; Signature=${signature}`,
		};
		const rules = { signingKeys: [signingKey], encoding, maxEventAgeMs: 300_000 };
		const check = () => {
			if ('reason' in verifyDelivery({ body, headers }, rules, NOW)) throw new Error('A valid delivery was rejected');
		};
		const bare = () => {
			const contentHash = createHash('sha256').update(body).digest('base64');
			const expected = createHmac('sha256', key).update(`${contentHash};${timestamp}`).digest('base64');
			if (expected !== signature) throw new Error('The signature is wrong');
		};
		const keyObject = createSecretKey(key);
		const fastest = () => {
			const contentHash = hash('sha256', body, 'base64');
			const expected = createHmac('sha256', keyObject).update(`${contentHash};${timestamp}`).digest('base64');
			if (expected !== signature) throw new Error('The signature is wrong');
		};
		for (const warmUp of [check, bare, fastest]) timed(calls, warmUp);
		const rounds = Array.from({ length: ROUNDS }, () => ({
			bare: timed(calls, bare),
			check: timed(calls, check),
			fastest: timed(calls, fastest),
		}));
		return {
			body: name,
			'key encoding': encoding,
			'bare µs': Math.round(median(rounds.map((round) => round.bare)) * 10) / 10,
			'check µs': Math.round(median(rounds.map((round) => round.check)) * 10) / 10,
			'fastest µs': Math.round(median(rounds.map((round) => round.fastest)) * 10) / 10,
			'bare/check': Math.round(median(rounds.map((round) => round.bare / round.check)) * 1_000) / 1_000,
			'fastest/check': Math.round(median(rounds.map((round) => round.fastest / round.check)) * 1_000) / 1_000,
		};
	});
});
console.log(`Verification and bare node:crypto, medians of ${ROUNDS} rounds:`);
console.table(rows);
