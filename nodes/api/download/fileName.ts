export type FileKind = 'audio' | 'text' | 'certificate';

/** Extensions that are not what the media type is called. */
const EXTENSIONS: Readonly<Record<string, string>> = {
	'3gpp': '3gp',
	markdown: 'md',
	mp4: 'm4a',
	mpeg: 'mp3',
	plain: 'txt',
	wave: 'wav',
};

/** In UTF-8: file systems take 255, and users put something before or after a name. */
const MAX_BYTES = 200;

/** The media type alone, without parameters such as the charset. */
export function mimeTypeOf(contentType: unknown): string {
	const type = typeof contentType === 'string' ? (contentType.split(';', 1)[0] ?? '').trim().toLowerCase() : '';
	return /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : 'application/octet-stream';
}

/**
 * Names a downloaded file: as the user wants it, else as the service's Content-Disposition says, else by kind and id
 * with the extension of the media type. What comes out is a plain name, safe on every file system.
 */
export function chooseFileName(file: {
	requested: string;
	contentDisposition: unknown;
	kind: FileKind;
	id: string;
	/** Instead of kind and id. */
	stem?: string;
	mimeType: string;
}): string {
	const named = safeFileName(file.requested) || safeFileName(dispositionFileName(file.contentDisposition));
	if (named !== '') return named;
	const stem = file.stem?.replace(/[\\/]/g, '-') ?? `${file.kind}-${file.id}`;
	return safeFileName(`${stem}.${extensionOf(file.mimeType)}`);
}

/**
 * The name, with a number before its extension where other files have it already: one would overwrite the other. Names
 * compare without case, as most file systems do.
 */
export function distinctFileName(name: string, others: readonly string[]): string {
	const taken = new Set(others.map((other) => other.toLowerCase()));
	const extension = /(?<=.)\.[^.]{1,10}$/.exec(name)?.[0] ?? '';
	const stem = name.slice(0, name.length - extension.length);
	let distinct = name;
	for (let number = 2; taken.has(distinct.toLowerCase()); number += 1) distinct = `${stem} (${number})${extension}`;
	return distinct;
}

/** Reads `filename*` (RFC 5987, UTF-8 or Latin-1), else `filename`; empty when there is neither. */
export function dispositionFileName(header: unknown): string {
	if (typeof header !== 'string') return '';
	const extended = /;\s*filename\*\s*=\s*"?([\w-]+)'[^']*'([^;"]+)"?/i.exec(header);
	const decoded = decodeExtended(extended?.[1] ?? '', extended?.[2] ?? '');
	if (decoded !== '') return decoded;
	const plain = /;\s*filename\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^;]+))/i.exec(header);
	return plain?.[1]?.replace(/\\(["\\])/g, '$1') ?? plain?.[2]?.trim() ?? '';
}

/** E.g. `wav` for `audio/x-wav`. */
function extensionOf(mimeType: string): string {
	const name = mimeType.replace(/^\w+\/(?:x-|vnd\.)?/, '');
	return EXTENSIONS[name] ?? (/^[a-z\d]{2,5}$/.test(name) ? name : 'bin');
}

/** Latin-1 is what RFC 5987 allows beside UTF-8. */
function decodeExtended(charset: string, encoded: string): string {
	if (!/^(?:utf-8|iso-8859-1)$/i.test(charset)) return '';
	const bytes = encoded.replace(/%([0-9a-f]{2})/gi, (_match, hex: string) =>
		String.fromCharCode(Number.parseInt(hex, 16)),
	);
	return Buffer.from(bytes, 'latin1').toString(/^utf-8$/i.test(charset) ? 'utf8' : 'latin1');
}

function safeFileName(name: string): string {
	const base = name.split(/[\\/]/).at(-1) ?? '';
	const printable = [...base]
		.filter((character) => !/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}<>:"|?*]/u.test(character))
		.join('')
		// Afterwards: what is left out may have kept a letter and its accent apart.
		.normalize('NFC');
	return shorten(withoutOuterDots(printable));
}

/** Windows drops them at the end; at the beginning they hide a file elsewhere. */
function withoutOuterDots(name: string): string {
	return name.replace(/^[.\s]+|[.\s]+$/g, '');
}

function shorten(name: string): string {
	const size = Buffer.byteLength(name);
	if (size <= MAX_BYTES) return name;
	const extension = /\.[^.]{1,10}$/.exec(name)?.[0] ?? '';
	const stem = [...name.slice(0, name.length - extension.length)];
	let excess = size - MAX_BYTES;
	while (excess > 0) excess -= Buffer.byteLength(stem.pop() ?? name);
	return withoutOuterDots(stem.join('')) + extension;
}
