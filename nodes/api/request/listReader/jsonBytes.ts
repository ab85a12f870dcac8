/** The bytes that give JSON its structure: none of them occurs within a character of several bytes (UTF-8). */
export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const OPEN_BRACE = 0x7b;
export const OPEN_BRACKET = 0x5b;
export const CLOSE_BRACKET = 0x5d;

/** With this bit `[` becomes `{` and `]` becomes `}`, and nothing else becomes either. */
export const EITHER_BRACKET = 0x20;
export const OPENS = 0x7b;
export const CLOSES = 0x7d;

export const SPACE = 0x20;

export function isWhiteSpace(byte: number | undefined): boolean {
	return byte === SPACE || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
