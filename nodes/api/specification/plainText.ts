/** The longest text from outside in a message or log line. */
const MAX_LENGTH = 500;

/** Makes prose or a URL from outside one visible line, and masks the secret, also where JSON escapes it. For a value, use `visible`. */
export function plainText(text: string, secret = ''): string {
	const secrets = secret === '' ? [] : [JSON.stringify(secret).slice(1, -1), secret];
	const masked = secrets.reduce((rest, one) => rest.replaceAll(one, '***'), text);
	return visible(masked.replace(/\s+/g, ' ').trim(), MAX_LENGTH);
}

/** Format and control characters, halves of characters, and all white space except a plain blank. */
const INVISIBLE = /[\p{Cf}\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;

/**
 * Prepares a value from outside for a message. Writes out characters that a person can't see, cuts long text, and removes markup,
 * because n8n's editor shows hints and the descriptions of errors as HTML. A name could become a link or load a picture.
 */
export function visible(text: string, most = 200): string {
	const begin = [...text.slice(0, 2 * most)].slice(0, most).join('');
	const shown = begin.replace(INVISIBLE, writtenOut).replaceAll('<', '‹').replaceAll('>', '›');
	return text.length > begin.length ? `${shown}…` : shown;
}

/** E.g. `[U+200B]`. */
function writtenOut(character: string): string {
	return `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
}
