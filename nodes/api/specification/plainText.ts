/** The longest text from outside in a message or log line. */
const MAX_LENGTH = 500;

/**
 * Makes prose or a URL from outside fit for a message or log line: one line, not too long, without markup or characters that are
 * invisible or move others. Masks the secret, also where JSON escapes it or the text is cut. For a value, use `visible`.
 */
export function plainText(text: string, secret = ''): string {
	const secrets = secret === '' ? [] : [JSON.stringify(secret).slice(1, -1), secret];
	const mask = (unmasked: string) => secrets.reduce((masked, one) => masked.replaceAll(one, '***'), unmasked);
	const begin = mask(text).slice(0, 10 * MAX_LENGTH);
	const visibleOnly = begin.replace(/(?!\s)[\p{Cc}\p{Cf}\p{Cs}]/gu, '').replace(/\s+/g, ' ');
	const plain = withoutMarkup(mask(visibleOnly.trim()));
	return plain.length > MAX_LENGTH ? `${plain.slice(0, MAX_LENGTH)}…` : plain;
}

/** Format and control characters, halves of characters, and all white space except a plain blank. */
const INVISIBLE = /[\p{Cf}\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;

const MOST_SHOWN = /^[^]{0,200}/u;

/** Prepares a value from outside for a message. Writes out characters that a person can't see, removes markup, and cuts long text. */
export function visible(text: string): string {
	const begin = MOST_SHOWN.exec(text)?.[0] ?? '';
	const shown = withoutMarkup(begin.replace(INVISIBLE, writtenOut));
	return text.length > begin.length ? `${shown}…` : shown;
}

/** E.g. `[U+200B]`. */
function writtenOut(character: string): string {
	return `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
}

/** n8n's editor shows hints and the descriptions of errors as HTML, so a name could become a link or load a picture. */
function withoutMarkup(text: string): string {
	return text.replaceAll('<', '‹').replaceAll('>', '›');
}
