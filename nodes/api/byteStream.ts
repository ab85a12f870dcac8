import type { IExecuteFunctions } from 'n8n-workflow';

/** A response body that arrives piece by piece: what n8n's binary store takes. */
export type ByteStream = Exclude<Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0], Buffer>;

/** Enough for any list of errors; a web page in its place need not be read whole. */
const MAX_ERROR_BYTES = 64 * 1024;

export function isByteStream(body: unknown): body is ByteStream {
	return (
		typeof body === 'object' &&
		body !== null &&
		Symbol.asyncIterator in body &&
		'destroy' in body &&
		typeof body.destroy === 'function'
	);
}

/** The beginning of an unsuccessful answer that came as a stream: JSON where it is, else text. */
export async function readErrorBody(stream: ByteStream): Promise<unknown> {
	const chunks: Buffer[] = [];
	let size = 0;
	try {
		for await (const chunk of stream) {
			const bytes = Buffer.from(chunk);
			chunks.push(bytes);
			size += bytes.length;
			if (size > MAX_ERROR_BYTES) break;
		}
	} catch (error) {
		return error instanceof Error ? '' : undefined;
	} finally {
		stream.destroy();
	}
	const text = Buffer.concat(chunks).toString('utf8');
	try {
		const parsed: unknown = JSON.parse(text);
		return parsed;
	} catch {
		return text;
	}
}
