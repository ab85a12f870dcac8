import { type IBinaryData, type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

import type { EndpointName } from '../specification/endpoints';
import type { BodyReader } from './body';
import type { Caller } from './caller';
import { callAndRead } from './request';

export const ENDPOINT_OF_KIND = {
	audio: 'downloadAudio',
	text: 'downloadText',
	certificate: 'downloadCertificate',
} as const satisfies Record<string, EndpointName>;

export type FileKind = keyof typeof ENDPOINT_OF_KIND;

/** Files are larger than JSON, so one try may take longer. */
export const FILE_TIMEOUT_MS = 300_000;

interface DownloadRequest {
	kind: FileKind;
	/** The link from a score report. */
	link: string;
	/** The parameter that holds the link, for the error message. */
	parameter: string;
	/** The user's file name. If it's empty, the service's name is used. */
	fileName: string;
	/** The name without extension, for when the service doesn't send a name. Kind and ID by default. */
	stem?: string;
}

interface DownloadedFile {
	binary: IBinaryData;
	fileName: string;
	mimeType: string;
	/** The size in bytes. */
	fileSize: number;
}

/**
 * Streams a file into n8n's binary store without holding all of it in memory.
 *
 * @throws NodeOperationError if the link leads outside the service, before any request
 * @throws NodeApiError if the service doesn't have the file or sends fewer bytes than it announced; nothing is stored then
 */
export async function downloadFile(
	caller: Caller & { context: IExecuteFunctions },
	download: DownloadRequest,
): Promise<DownloadedFile> {
	const { context, account, itemIndex } = caller;
	const resolved = resolveLink(account.baseHost, download.link);
	if ('problem' in resolved) {
		throw new NodeOperationError(
			context.getNode(),
			`'${download.parameter}' isn't a link to one of the service's files: ${resolved.problem}`,
			{
				itemIndex,
				description:
					"Use the link from a score report unchanged. A full URL must begin with the 'Service Address' in the credentials",
			},
		);
	}
	const patient = { ...caller, budget: { timeoutMs: FILE_TIMEOUT_MS, ...caller.budget } };
	const request = { endpoint: ENDPOINT_OF_KIND[download.kind], fileUrl: resolved.url };
	const file = await callAndRead(patient, request, fileBody(context, download, linkId(resolved.url)));
	if ('notStored' in file) {
		const details = { itemIndex, description: file.notStored };
		throw new NodeOperationError(context.getNode(), "n8n couldn't store the downloaded file", details);
	}
	return file;
}

/** Patterns of rejected links. They're matched before `new URL` resolves dot segments, including percent-encoded ones. */
const UNWANTED: ReadonlyArray<[pattern: RegExp, reason: string]> = [
	[/^$/, "it's empty"],
	[/[^!-~\x80-\uffff]/, 'it contains spaces or control characters'],
	[/\\/, 'it contains a backslash'],
	[/^\/\//, 'it names another host'],
	[/^[?#]/, 'it has no path'],
	[/^(?!https?:\/\/[^/])[a-z][a-z0-9+.-]*:/i, "it isn't an http or https URL"],
	[/^[^?#]*(?:%2f|%5c)/i, 'it contains an encoded slash or backslash (%2F or %5C)'],
	[/^(?:[^?#]*\/)?(?:\.|%2e){1,2}(?:[/?#]|$)/i, "it contains '..' or '.' as a path segment"],
];

/**
 * Returns the URL to download from, {base_host}/<link> (specification: Links), for a link from a score report. The request contains
 * the API key, so the URL must stay under {base_host}.
 *
 * @param link relative (starting with the version segment, with or without a leading slash), or absolute under {base_host}
 */
export function resolveLink(baseHost: string, link: string): { url: string } | { problem: string } {
	const trimmed = link.trim();
	const reason = UNWANTED.find(([pattern]) => pattern.test(trimmed))?.[1];
	if (reason !== undefined) return { problem: reason };
	const isAbsolute = /^https?:/i.test(trimmed);
	const candidate = isAbsolute ? trimmed : `${baseHost}/${trimmed.replace(/^\//, '')}`;
	if (!URL.canParse(candidate)) return { problem: "it isn't a valid URL" };
	const base = new URL(baseHost);
	const url = new URL(candidate);
	if (url.username !== '' || url.password !== '') return { problem: 'it contains a user name or password' };
	const prefix = `${base.pathname.replace(/\/$/, '')}/`;
	if (url.origin !== base.origin || !url.pathname.startsWith(prefix) || url.pathname === prefix) {
		return { problem: 'it leads outside the service' };
	}
	url.hash = '';
	return { url: url.href };
}

/** Returns the last path segment, decoded if possible: an ID to name a downloaded file after. */
export function linkId(url: string): string {
	const segment = new URL(url).pathname.split('/').filter(Boolean).at(-1) ?? '';
	return /^(?:[^%]|%[0-7][0-9a-f])*$/i.test(segment) ? decodeURIComponent(segment) : segment;
}

/** Stores the body as it arrives. If n8n's binary store rejects it, `notStored` says why. */
function fileBody(
	context: IExecuteFunctions,
	{ kind, stem, fileName: requested }: DownloadRequest,
	id: string,
): BodyReader<DownloadedFile | { notStored: string }> {
	return async ({ headers, body }) => {
		const mimeType = mimeTypeOf(headers['content-type']);
		if (!isFile(kind, mimeType)) return { problem: "it's a web page (HTML) or JSON, not a file" };
		const contentDisposition = headers['content-disposition'];
		const fileName = chooseFileName({ requested, contentDisposition, kind, id, stem, mimeType });
		let bodyError: unknown;
		body.on('error', (error) => (bodyError = error));
		try {
			const binary = await context.helpers.prepareBinaryData(body, fileName, mimeType);
			return { value: { binary, fileName, mimeType, fileSize: await byteSize(context, binary) } };
		} catch (error) {
			if (bodyError !== undefined) throw bodyError;
			return { value: { notStored: error instanceof Error ? error.message : String(error) } };
		}
	};
}

/** A web page usually comes from a proxy and not from the service, but a written response can be one. */
function isFile(kind: FileKind, mimeType: string): boolean {
	return mimeType !== 'application/json' && (mimeType !== 'text/html' || kind === 'text');
}

/** n8n versions before 2.x don't say how many bytes they stored, but the binary store does. */
async function byteSize(context: IExecuteFunctions, binary: IBinaryData): Promise<number> {
	if (binary.bytes !== undefined) return binary.bytes;
	if (binary.id === undefined) return Buffer.byteLength(binary.data, 'base64');
	const { fileSize } = await context.helpers.getBinaryMetadata(binary.id);
	return fileSize;
}

/** File extensions by the name of the media type, where the two differ. */
const EXTENSIONS: Readonly<Record<string, string>> = {
	'3gpp': '3gp',
	markdown: 'md',
	mp4: 'm4a',
	mpeg: 'mp3',
	plain: 'txt',
	wave: 'wav',
};

/** Returns the media type without parameters such as the charset. */
export function mimeTypeOf(contentType: unknown): string {
	const type = typeof contentType === 'string' ? (contentType.split(';', 1)[0] ?? '').trim().toLowerCase() : '';
	return /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : 'application/octet-stream';
}

/**
 * Chooses a file's name: the user's, or else the service's from Content-Disposition, or else kind and ID with the media type's
 * extension. The name contains only plain characters that are safe on every file system.
 */
export function chooseFileName(file: {
	requested: string;
	contentDisposition: unknown;
	kind: FileKind;
	id: string;
	stem?: string;
	mimeType: string;
}): string {
	const named = safeFileName(file.requested) || safeFileName(dispositionFileName(file.contentDisposition));
	if (named !== '') return named;
	const stem = file.stem?.replace(/[\\/]/g, '-') ?? `${file.kind}-${file.id}`;
	return safeFileName(`${stem}.${extensionOf(file.mimeType)}`);
}

/** Reads `filename*` (RFC 5987), or else `filename`; empty if there's neither. */
export function dispositionFileName(header: unknown): string {
	if (typeof header !== 'string') return '';
	const encoded = /;\s*filename\*\s*=\s*"?utf-8'[^']*'([^;"]+)"?/i.exec(header)?.[1];
	if (encoded !== undefined) return decodeUtf8(encoded);
	const plain = /;\s*filename\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^;]+))/i.exec(header);
	return plain?.[1]?.replace(/\\(["\\])/g, '$1') ?? plain?.[2]?.trim() ?? '';
}

/** Returns a media type's extension, e.g. `wav` for `audio/x-wav`. */
function extensionOf(mimeType: string): string {
	const name = mimeType.replace(/^\w+\/(?:x-|vnd\.)?/, '');
	return EXTENSIONS[name] ?? (/^[a-z\d]{2,5}$/.test(name) ? name : 'bin');
}

/** Unlike `decodeURIComponent`, never throws. */
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
			// This comes last, because a removed character may have separated a letter from its accent.
			.normalize('NFC')
			// Windows drops these characters at the end of a name. At the beginning, they hide the file on other systems.
			.replace(/^[.\s]+|[.\s]+$/g, '')
	);
}
