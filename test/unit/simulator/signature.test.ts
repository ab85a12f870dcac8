import { expect, it } from 'vitest';
import { signatureHeaders } from '../../../simulator/webhook/signature.ts';

const BODY = '{"event":"webhook-example","data":{"givenName":"Zo\u00eb \u{1f600}"}}';
const TIMESTAMP = '2021-11-05T12:00:00.0070000Z';
const BASE64_KEY = 'c2VjcmV0LXNpZ25pbmcta2V5LW9mLTMyLWJ5dGVzISE=';
const HEX_KEY = '7365637265742d7369676e696e672d6b65792d6f662d33322d62797465732121';

// The values were created with openssl: dgst -sha256 of the body, then dgst -sha256 -mac HMAC over "<hash>;<timestamp>".
const HASH = 'cANCECDzwZqcjtInncG+Onul6duxG0+yDgtjS/V8J1o=';

it.each([
	['utf8', BASE64_KEY, 'G8/nuA2dLmxLHFgIfGj8Qid5ZJ9qw3f+uAAGSjDCcE8='],
	['base64', BASE64_KEY, 'w5Un4R5DgorcHkC4VSsB+/n6v0qG/+uHzrFmiCEm/K0='],
	['hex', HEX_KEY, 'w5Un4R5DgorcHkC4VSsB+/n6v0qG/+uHzrFmiCEm/K0='],
] as const)('signs as openssl does, with the key read as %s', (bytes, text, signature) => {
	expect(signatureHeaders(BODY, TIMESTAMP, { text, bytes })).toEqual({
		'X-Content-SHA256': HASH,
		'X-Request-Timestamp': TIMESTAMP,
		'X-Signature': `Algorithm=HMAC-SHA256; Signature=${signature}`,
	});
});
