import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { EndpointName } from '../specification/endpoints';
import { linkId, resolveLink } from '../specification/links';
import type { BodyReader, ByteStream } from './body';
import type { Caller } from './caller';
import type { FileKind } from './fileName';
import { chooseFileName, mimeTypeOf } from './fileName';
import { readAnswer } from './request';

export const ENDPOINT_OF_KIND = {
	audio: 'downloadAudio',
	text: 'downloadText',
	certificate: 'downloadCertificate',
} as const satisfies Record<FileKind, EndpointName>;

/** Files are larger than JSON, so one try may take longer. */
export const FILE_TIMEOUT_MS = 300_000;

interface DownloadRequest {
	kind: FileKind;
	/** As a score report gives it. */
	link: string;
	/** The parameter that the link comes from, for the error message. */
	parameter: string;
	/** Empty to take the service's name. */
	fileName: string;
	/** The name without its extension where the service gives none; by default kind and ID. */
	stem?: string;
}

interface DownloadedFile {
	binary: IBinaryData;
	fileName: string;
	mimeType: string;
	/** Bytes. */
	fileSize: number;
}

/**
 * Streams a file into n8n's binary store without ever holding it whole.
 *
 * @throws NodeOperationError when the link leads outside the service, before any request
 * @throws NodeApiError when the service has no such file or sends less than it announced; nothing is stored then
 */
export async function downloadFile(
	caller: Caller & { context: IExecuteFunctions },
	download: DownloadRequest,
): Promise<DownloadedFile> {
	const { context, account, itemIndex } = caller;
	const resolved = resolveLink(account.baseHost, download.link);
	if ('problem' in resolved) {
		throw new NodeOperationError(context.getNode(), `${resolved.problem} ('${download.parameter}')`, {
			itemIndex,
			description:
				"Use a link from a score report as it is: relative, or absolute under the 'Service Address' of the credentials",
		});
	}
	const patient = { ...caller, budget: { timeoutMs: FILE_TIMEOUT_MS, ...caller.budget } };
	const request = { endpoint: ENDPOINT_OF_KIND[download.kind], fileUrl: resolved.url };
	const file = await readAnswer(patient, request, fileBody(context, download, linkId(resolved.url)));
	if ('notStored' in file) {
		const details = { itemIndex, description: file.notStored };
		throw new NodeOperationError(context.getNode(), 'n8n could not store the downloaded file', details);
	}
	return file;
}

/** Why n8n's binary store did not take a file. */
interface NotStored {
	notStored: string;
}

/** Stores the body as it arrives. */
function fileBody(
	context: IExecuteFunctions,
	{ kind, stem, fileName: requested }: DownloadRequest,
	id: string,
): BodyReader<DownloadedFile | NotStored> {
	return async ({ headers, body }) => {
		const mimeType = mimeTypeOf(headers['content-type']);
		if (!isFile(kind, mimeType)) return { problem: 'it is a web page (HTML) or JSON and not a file' };
		const contentDisposition = headers['content-disposition'];
		const fileName = chooseFileName({ requested, contentDisposition, kind, id, stem, mimeType });
		return { value: await store(context, body, fileName, mimeType) };
	};
}

/** @throws what broke the body off */
async function store(
	context: IExecuteFunctions,
	body: ByteStream,
	fileName: string,
	mimeType: string,
): Promise<DownloadedFile | NotStored> {
	let bodyError: unknown;
	body.on('error', (error) => (bodyError = error));
	try {
		const binary = await context.helpers.prepareBinaryData(body, fileName, mimeType);
		return { binary, fileName, mimeType, fileSize: await byteSize(context, binary) };
	} catch (error) {
		if (bodyError !== undefined) throw bodyError;
		return { notStored: error instanceof Error ? error.message : String(error) };
	}
}

/** A web page is what a proxy answers instead of the service; but a written response may be one. */
function isFile(kind: FileKind, mimeType: string): boolean {
	return mimeType !== 'application/json' && (mimeType !== 'text/html' || kind === 'text');
}

/** n8n before 2.x does not say how many bytes it stored, but its binary store does. */
async function byteSize(context: IExecuteFunctions, binary: IBinaryData): Promise<number> {
	if (binary.bytes !== undefined) return binary.bytes;
	if (binary.id === undefined) return Buffer.byteLength(binary.data, 'base64');
	const { fileSize } = await context.helpers.getBinaryMetadata(binary.id);
	return fileSize;
}
