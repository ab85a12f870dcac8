/** File extensions by the name of the media type, where the two differ. */
const EXTENSIONS = { '3gpp': '3gp', markdown: 'md', mp4: 'm4a', mpeg: 'mp3', plain: 'txt', wave: 'wav' };

/** The most bytes (UTF-8) of a file's name, with its extension. File systems and n8n's database can store 255. */
const MAX_BYTES = 200;

/** An extension has a letter and no blanks. Otherwise, a date such as 21.11.2026 or the name Dr. Smith would end with one. */
const EXTENSION = /\.(?=\p{N}*\p{L})[\p{L}\p{N}]{1,10}$/u;

const UNKNOWN_TYPE = 'bin';

/** Returns the media type without parameters such as the charset. */
export function mimeTypeOf(contentType: unknown): string {
	const type = typeof contentType === 'string' ? (contentType.split(';', 1)[0] ?? '').trim().toLowerCase() : '';
	return /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : 'application/octet-stream';
}

/** A name that's safe on every file system: the user's, the service's, or the stem, with the media type's extension if it has none. */
export function chooseFileName(
	file: Record<'requested' | 'stem' | 'mimeType', string> & { contentDisposition: unknown },
): string {
	const ofType = `.${extensionOf(file.mimeType)}`;
	const usual = `${file.stem.replace(/[\\/]/g, '-')}${ofType}`;
	const extension = ofType === `.${UNKNOWN_TYPE}` ? '' : ofType;
	const names = [file.requested, ...dispositionFileNames(file.contentDisposition), usual];
	return names.map((name) => safeFileName(name, extension)).find((name) => name !== '') ?? '';
}

/** Reads `filename*` (RFC 5987), then `filename`. Empty if there's none. */
function dispositionFileNames(header: unknown): string[] {
	if (typeof header !== 'string') return [];
	const encoded = /;\s*filename\*\s*=\s*"?utf-8'[^']*'([^;"]+)"?/i.exec(header)?.[1] ?? '';
	const plain = /;\s*filename\s*=\s*(?:"([^"]*)"|([^;]+))/i.exec(header);
	return [decodePercent(encoded), decodeWord((plain?.[1] ?? plain?.[2] ?? '').trim())];
}

/** Decodes the form in which .NET writes a name that isn't ASCII (RFC 2047). Empty for a name with other encoded words. */
function decodeWord(name: string): string {
	if (!name.includes('=?')) return name;
	const [, base64 = ''] = /^=\?utf-8\?b\?([a-z\d+/]+=*)\?=$/i.exec(name) ?? [];
	const decoded = Buffer.from(base64, 'base64').toString();
	return decoded.includes('\uFFFD') ? '' : decoded;
}

/** Returns a media type's extension, e.g. `wav` for `audio/x-wav`. */
function extensionOf(mimeType: string): string {
	const name = mimeType.replace(/^\w+\/(?:x-|vnd\.)?/, '');
	const [, extension] = Object.entries(EXTENSIONS).find(([type]) => type === name) ?? [];
	return extension ?? (/^[a-z\d]{2,5}$/.test(name) ? name : UNKNOWN_TYPE);
}

function decodePercent(encoded: string): string {
	try {
		return decodeURIComponent(encoded);
	} catch {
		return '';
	}
}

/** Returns a safe name, which gets an extension if it has none, or an empty string if no safe character is left. */
function safeFileName(given: string, extensionIfNone: string): string {
	const base = given.slice(Math.max(given.lastIndexOf('/'), given.lastIndexOf('\\')) + 1);
	// Characters are composed after that, because it takes long for many accents in a row.
	const bounded = base.length > 4 * MAX_BYTES ? `${base.slice(0, 3 * MAX_BYTES)}${base.slice(-MAX_BYTES)}` : base;
	const name = withoutEdges(
		bounded
			.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}<>:"|?*]/gu, '')
			// This comes after it, because a removed character may have separated a letter from its accent.
			.normalize('NFC'),
	);
	if (name === '') return '';
	const own = EXTENSION.exec(name)?.[0];
	const stem = own === undefined ? name : name.slice(0, -own.length);
	const extension = own ?? extensionIfNone;
	return withoutEdges(`${firstBytes(stem, MAX_BYTES - Buffer.byteLength(extension))}${extension}`);
}

/** Windows drops these characters at the end of a name. At the beginning, they hide the file on other systems. */
const withoutEdges = (name: string): string => name.replace(/^[.\s]+|(?<![.\s])[.\s]+$/g, '');

/** The longest beginning of a text that has at most so many bytes. It ends between two characters. */
function firstBytes(text: string, most: number): string {
	return text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(most)).read);
}
