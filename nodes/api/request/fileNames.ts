/** File extensions by the name of the media type, where the two differ. */
const EXTENSIONS = { '3gpp': '3gp', markdown: 'md', mp4: 'm4a', mpeg: 'mp3', plain: 'txt', wave: 'wav' };

/** The most characters of a file's name, with its extension. n8n's database can store 255. */
const MAX_LENGTH = 200;

/** Returns the media type without parameters such as the charset. */
export function mimeTypeOf(contentType: unknown): string {
	const type = typeof contentType === 'string' ? (contentType.split(';', 1)[0] ?? '').trim().toLowerCase() : '';
	return /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : 'application/octet-stream';
}

/**
 * Chooses a file's name: the user's, or else the service's from Content-Disposition, or else the stem with the media type's
 * extension. The name contains only plain characters that are safe on every file system.
 */
export function chooseFileName(
	file: Record<'requested' | 'stem' | 'mimeType', string> & { contentDisposition: unknown },
): string {
	return (
		safeFileName(file.requested) ||
		safeFileName(dispositionFileName(file.contentDisposition)) ||
		safeFileName(`${file.stem.replace(/[\\/]/g, '-')}.${extensionOf(file.mimeType)}`)
	);
}

/** Reads `filename*` (RFC 5987), or else `filename`; empty if there's neither. */
function dispositionFileName(header: unknown): string {
	if (typeof header !== 'string') return '';
	const encoded = /;\s*filename\*\s*=\s*"?utf-8'[^']*'([^;"]+)"?/i.exec(header)?.[1];
	if (encoded !== undefined) return decodeUtf8(encoded);
	const plain = /;\s*filename\s*=\s*(?:"([^"]*)"|([^;]+))/i.exec(header);
	return plain?.[1] ?? plain?.[2] ?? '';
}

/** Returns a media type's extension, e.g. `wav` for `audio/x-wav`. */
function extensionOf(mimeType: string): string {
	const name = mimeType.replace(/^\w+\/(?:x-|vnd\.)?/, '');
	const [, extension] = Object.entries(EXTENSIONS).find(([type]) => type === name) ?? [];
	return extension ?? (/^[a-z\d]{2,5}$/.test(name) ? name : 'bin');
}

function decodeUtf8(encoded: string): string {
	try {
		return decodeURIComponent(encoded);
	} catch {
		return '';
	}
}

function safeFileName(name: string): string {
	const base = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
	// This comes first, because composing characters takes long for many accents in a row.
	const extension = /\.[^.]{1,10}$/.exec(base.slice(-11))?.[0] ?? '';
	const short = base.length > MAX_LENGTH ? base.slice(0, MAX_LENGTH - extension.length) + extension : base;
	return (
		short
			.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}<>:"|?*]/gu, '')
			// This comes last, because a removed character may have separated a letter from its accent.
			.normalize('NFC')
			// Windows drops these characters at the end of a name. At the beginning, they hide the file on other systems.
			.replace(/^[.\s]+|(?<![.\s])[.\s]+$/g, '')
	);
}
