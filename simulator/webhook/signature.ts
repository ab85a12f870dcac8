import { createHash, createHmac } from 'node:crypto';
import type { Random } from '../random.ts';
import type { Settings } from '../settings.ts';

/** How the key's text is converted to bytes. The specification doesn't say. */
type SigningKey = { text: string; bytes: Settings['signingKeyBytes'] };

/** The three headers of a signed event (specification: Signature). */
export function signatureHeaders(body: string, timestamp: string, key: SigningKey): Record<string, string> {
	const contentHash = createHash('sha256').update(body, 'utf8').digest('base64');
	const signature = createHmac('sha256', Buffer.from(key.text, key.bytes))
		.update(`${contentHash};${timestamp}`, 'utf8')
		.digest('base64');
	return {
		'X-Content-SHA256': contentHash,
		'X-Request-Timestamp': timestamp,
		'X-Signature': `Algorithm=HMAC-SHA256; Signature=${signature}`,
	};
}

const KEY_CHARACTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789-_.~!';

export function newSigningKey(random: Random, form: Settings['signingKeyForm']): string {
	const bytes = random.bytes(32);
	if (form !== 'text') return bytes.toString(form);
	return [...bytes].map((byte) => KEY_CHARACTERS.charAt(byte % KEY_CHARACTERS.length)).join('');
}
