import { type IBinaryData, type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

import type { EndpointName } from '../specification/endpoints';
import type { BodyReader } from './body';
import type { Caller } from './caller';
import { chooseFileName, mimeTypeOf } from './fileNames';
import { send, valueOrThrow } from './request';

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
	/** As `resolveLink` returns it. */
	fileUrl: string;
	/** The user's file name. If it's empty, the service's name is used. */
	fileName: string;
	/** The name without extension if the service doesn't send a name. By default, kind and end of the URL. */
	stem?: string;
}

interface DownloadedFile {
	binary: IBinaryData;
	fileName: string;
	mimeType: string;
	/** The size in bytes. */
	fileSize: number;
}

/** Streams a file into n8n's binary store. If the service doesn't send all of it, it throws NodeApiError, and nothing is stored. */
export async function downloadFile(
	caller: Caller & { context: IExecuteFunctions },
	download: DownloadRequest,
): Promise<DownloadedFile> {
	const { context, itemIndex } = caller;
	const { kind, fileUrl } = download;
	const request = { endpoint: ENDPOINT_OF_KIND[kind], fileUrl };
	const file = valueOrThrow(caller, await send(caller, request, fileBody(context, download)));
	if ('binary' in file) return file;
	throw new NodeOperationError(context.getNode(), file.message, { itemIndex, description: file.description });
}

/** Stores the body as it arrives, or says why n8n can't have it. */
function fileBody(
	{ helpers }: IExecuteFunctions,
	{ kind, fileUrl, fileName: requested, stem = `${kind}-${lastSegment(fileUrl)}` }: DownloadRequest,
): BodyReader<DownloadedFile | Record<'message' | 'description', string>> {
	return async ({ status, headers, body }) => {
		if (status === 204) return { problem: "it's empty" };
		const mimeType = mimeTypeOf(headers['content-type']);
		// A web page usually comes from a proxy and not from the service, but a written response can be one.
		if (mimeType === 'application/json' || (mimeType === 'text/html' && kind !== 'text'))
			return { problem: "it's a web page (HTML) or JSON, not a file" };
		// n8n's HTTP helper decompresses what it can, and removes this header.
		if ((headers['content-encoding'] ?? 'identity') !== 'identity')
			return { problem: "it's compressed in a way that n8n doesn't know" };
		const contentDisposition = headers['content-disposition'];
		const fileName = chooseFileName({ requested, contentDisposition, stem, mimeType });
		let bodyError: unknown;
		body.on('error', (error) => (bodyError = error));
		let size = 0;
		// Unlike `on`, this doesn't start the stream before something reads it.
		body.prependListener('data', ({ length }: Buffer) => (size += length));
		try {
			const binary = await helpers.prepareBinaryData(body, fileName, mimeType);
			return { value: { binary, fileName, mimeType, fileSize: size } };
		} catch (error) {
			if (bodyError !== undefined) throw bodyError;
			const description = error instanceof Error ? error.message : String(error);
			return { value: { message: "n8n couldn't store the downloaded file", description } };
		}
	};
}

const lastSegment = (url: string): string | undefined => new URL(url).pathname.split('/').at(-1);
