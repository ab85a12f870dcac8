import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Account } from '../request/account';
import type { EndpointName } from '../specification/endpoints';
import type { FileKind } from './fileName';
import { chooseFileName, mimeTypeOf } from './fileName';
import { linkId, resolveLink } from '../specification/links';
import type { Outcome } from '../outcome/outcome';
import { outcomeOfThrown } from '../outcome/outcome';
import type { ApiRequest, RequestLimits } from '../request/request';
import { callEndpoint, DEFAULT_LIMITS } from '../request/request';
import type { ResponseCheck } from '../specification/responses';
import type { ByteStream } from '../request/byteStream';
import { endStream, isByteStream } from '../request/byteStream';

export const ENDPOINT_OF_KIND = {
	audio: 'downloadAudio',
	text: 'downloadText',
	certificate: 'downloadCertificate',
} as const satisfies Record<FileKind, EndpointName>;

/** Files are larger than JSON, so one try may take longer. */
export const FILE_TIMEOUT_MS = 300_000;

export interface DownloadRequest {
	kind: FileKind;
	/** As a score report gives it. */
	link: string;
	/** The parameter that the link comes from, for the error message. */
	parameter: string;
	/** Empty to take the service's name. */
	fileName: string;
	/** The name without its extension where the service gives none; by default kind and ID. */
	stem?: string;
	limits: Partial<RequestLimits>;
	itemIndex: number;
}

export interface DownloadedFile {
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
	context: IExecuteFunctions,
	account: Account,
	download: DownloadRequest,
): Promise<DownloadedFile> {
	const { kind, itemIndex } = download;
	const resolved = resolveLink(account.baseHost, download.link);
	if ('problem' in resolved) {
		throw new NodeOperationError(context.getNode(), `${resolved.problem} ('${download.parameter}')`, {
			itemIndex,
			description:
				'Use a link from a score report as it is: relative, or absolute under the Service Address of the credentials',
		});
	}
	const limits: RequestLimits = { ...DEFAULT_LIMITS, timeoutMs: FILE_TIMEOUT_MS, ...download.limits };
	const request: ApiRequest = {
		endpoint: ENDPOINT_OF_KIND[kind],
		fileUrl: resolved.url,
		limits,
		itemIndex,
		receive: async (answer, deadline) => {
			const mimeType = mimeTypeOf(answer.headers['content-type']);
			if (!isByteStream(answer.body)) return answer;
			if (!isFile(kind, mimeType)) {
				answer.body.destroy();
				return answer;
			}
			const fileName = chooseFileName({
				requested: download.fileName,
				contentDisposition: answer.headers['content-disposition'],
				kind,
				id: linkId(resolved.url),
				stem: download.stem,
				mimeType,
			});
			return await store(context, answer, answer.body, fileName, mimeType, deadline);
		},
	};
	return await callEndpoint(context, account, request, storedFile);
}

async function store(
	context: IExecuteFunctions,
	answer: Extract<Outcome, { kind: 'answered' }>,
	stream: ByteStream,
	fileName: string,
	mimeType: string,
	deadline: AbortSignal,
): Promise<Outcome> {
	let streamError: unknown;
	stream.on('error', (error) => {
		streamError = error;
	});
	// n8n's HTTP helper ends the stream by itself when the execution is cancelled.
	const stop = () => endStream(stream, new Error('timeout'));
	if (deadline.aborted) stop();
	deadline.addEventListener('abort', stop);
	try {
		const binary = await context.helpers.prepareBinaryData(stream, fileName, mimeType);
		const file: DownloadedFile = { binary, fileName, mimeType, fileSize: await byteSize(context, binary) };
		return { ...answer, body: file };
	} catch (error) {
		if (streamError !== undefined) {
			return outcomeOfThrown(streamError, context.getExecutionCancelSignal()?.aborted === true);
		}
		throw new NodeOperationError(context.getNode(), 'n8n could not store the downloaded file', {
			description: error instanceof Error ? error.message : String(error),
		});
	} finally {
		deadline.removeEventListener('abort', stop);
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

const storedFile: ResponseCheck<DownloadedFile> = (body) =>
	isDownloadedFile(body) ? { value: body } : { problem: 'it is a web page (HTML) or JSON and not a file' };

function isDownloadedFile(body: unknown): body is DownloadedFile {
	return typeof body === 'object' && body !== null && 'binary' in body && 'fileSize' in body;
}
