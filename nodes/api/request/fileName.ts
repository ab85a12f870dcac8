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

/** Reads `filename*` (RFC 5987), else `filename`; empty when there is neither. */
export function dispositionFileName(header: unknown): string {
	if (typeof header !== 'string') return '';
	const encoded = /;\s*filename\*\s*=\s*"?utf-8'[^']*'([^;"]+)"?/i.exec(header)?.[1];
	if (encoded !== undefined) return decodeUtf8(encoded);
	const plain = /;\s*filename\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^;]+))/i.exec(header);
	return plain?.[1]?.replace(/\\(["\\])/g, '$1') ?? plain?.[2]?.trim() ?? '';
}

/** E.g. `wav` for `audio/x-wav`. */
function extensionOf(mimeType: string): string {
	const name = mimeType.replace(/^\w+\/(?:x-|vnd\.)?/, '');
	return EXTENSIONS[name] ?? (/^[a-z\d]{2,5}$/.test(name) ? name : 'bin');
}

/** Unlike `decodeURIComponent`, throws nothing. */
function decodeUtf8(encoded: string): string {
	const bytes = encoded.replace(/%([0-9a-f]{2})/gi, (_match, hex: string) =>
		String.fromCharCode(Number.parseInt(hex, 16)),
	);
	return Buffer.from(bytes, 'latin1').toString('utf8');
}

function safeFileName(name: string): string {
	const base = name.split(/[\\/]/).at(-1) ?? '';
	return (
		base
			.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}<>:"|?*]/gu, '')
			// Afterwards: what is left out may have kept a letter and its accent apart.
			.normalize('NFC')
			// Windows drops them at the end; at the beginning they hide a file elsewhere.
			.replace(/^[.\s]+|[.\s]+$/g, '')
	);
}
