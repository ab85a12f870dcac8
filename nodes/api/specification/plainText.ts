/** The longest text from outside in a message or log line. */
const MAX_LENGTH = 500;

/**
 * Prepares text from outside (the service's words, names, URLs) for a message or log line: a single line without characters that
 * are invisible or move others, and not too long.
 *
 * @param secret is masked, also where JSON escapes it. No part of it remains where the text is cut.
 */
export function plainText(text: string, secret = ''): string {
	const secrets = secret === '' ? [] : [JSON.stringify(secret).slice(1, -1), secret];
	const mask = (unmasked: string) => secrets.reduce((masked, one) => masked.replaceAll(one, '***'), unmasked);
	const begin = mask(text).slice(0, 10 * MAX_LENGTH);
	const visible = begin.replace(/(?!\s)[\p{Cc}\p{Cf}\p{Cs}]/gu, '').replace(/\s+/g, ' ');
	const plain = mask(visible.trim());
	return plain.length > MAX_LENGTH ? `${plain.slice(0, MAX_LENGTH)}…` : plain;
}
