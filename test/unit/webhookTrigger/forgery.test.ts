import fc from 'fast-check';
import { it } from 'vitest';

import { verifyDelivery } from '../../../nodes/EnterpriseAssessmentTrigger/signature.ts';
import { SIGNED_AT, type SignedDelivery, signedDelivery, TIMESTAMPS } from './support/signedDelivery.ts';

/** The weekly run sets FORGERIES=100000. */
const MUTATIONS = Number(process.env.FORGERIES ?? 10_000);

/** Forges a valid delivery. `at` and `by` choose the place and the kind of change. */
type Mutation = (delivery: SignedDelivery, at: number, by: number, strangerKey: Buffer) => SignedDelivery;

const SIGNED_HEADERS = ['x-content-sha256', 'x-request-timestamp', 'x-signature'];

const mutations: Record<string, Mutation> = {
	'a flipped bit in the body': ({ body, headers }, at, by) => ({ body: flippedBit(body, at, by), headers }),
	'a changed body with a matching hash': ({ body, headers }, at, by, key) => {
		const changed = flippedBit(body, at, by);
		const forged = signedDelivery(changed, key, String(headers['x-request-timestamp']));
		return { body: changed, headers: { ...headers, 'x-content-sha256': forged.headers['x-content-sha256'] } };
	},
	'a changed character in a header': (delivery, at, by) => {
		const name = SIGNED_HEADERS[by % SIGNED_HEADERS.length] ?? '';
		const prefix = name === 'x-signature' ? 'Algorithm=HMAC-SHA256; Signature='.length : 0;
		const value = String(delivery.headers[name]);
		return { ...delivery, headers: { ...delivery.headers, [name]: replacedCharacter(value, prefix, at, by) } };
	},
	"a stranger's key, or an empty one": ({ body, headers }, _at, _by, key) =>
		signedDelivery(body, key, String(headers['x-request-timestamp'])),
};

const timeout = 60_000 + 10 * MUTATIONS;

it(`the trigger accepts ${MUTATIONS} valid deliveries, and rejects a forgery of each`, { timeout }, () => {
	fc.assert(
		fc.property(
			fc.uint8Array({ minLength: 16, maxLength: 40 }),
			fc.oneof(fc.uint8Array({ minLength: 16, maxLength: 40 }), fc.constant(new Uint8Array())),
			fc.constantFrom('utf8', 'base64', 'hex'),
			fc.uint8Array({ minLength: 1, maxLength: 80 }),
			fc.constantFrom(...TIMESTAMPS),
			fc.constantFrom(...Object.entries(mutations)),
			fc.nat(),
			fc.nat(),
			(ownBytes, strangerBytes, encoding, body, timestamp, [name, mutate], at, by) => {
				fc.pre(!Buffer.from(ownBytes).equals(Buffer.from(strangerBytes)));
				const own = Buffer.from(ownBytes);
				const signingKey = encoding === 'utf8' ? `k${own.toString('base64url')}` : own.toString(encoding);
				const key = encoding === 'utf8' ? Buffer.from(signingKey) : own;
				const valid = signedDelivery(Buffer.from(body), key, timestamp);
				const changed = mutate(valid, at, by, Buffer.from(strangerBytes));
				const maxEventAgeMs = by % 2 === 0 ? 0 : 300_000;
				const rules = { signingKeys: [signingKey], encoding: 'auto', maxEventAgeMs } as const;
				if ('reason' in verifyDelivery(valid, rules, SIGNED_AT)) throw new Error(`rejected: ${encoding}, ${timestamp}`);
				if (!('reason' in verifyDelivery(changed, rules, SIGNED_AT))) throw new Error(`accepted: ${name}`);
			},
		),
		{ numRuns: MUTATIONS },
	);
});

function flippedBit(bytes: Buffer, at: number, by: number): Buffer {
	const changed = Buffer.from(bytes);
	const index = at % bytes.length;
	changed[index] = (changed[index] ?? 0) ^ (1 << (by % 8));
	return changed;
}

/** Replaces a character with a different visible one, because white space at the edges wouldn't change the meaning. */
function replacedCharacter(value: string, from: number, at: number, by: number): string {
	const index = from + (at % (value.length - from));
	const visible = 33 + ((value.charCodeAt(index) - 33 + 1 + (by % 93)) % 94);
	return value.slice(0, index) + String.fromCharCode(visible) + value.slice(index + 1);
}
