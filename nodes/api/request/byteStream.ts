import type { IExecuteFunctions } from 'n8n-workflow';

import { jsonOrText } from './jsonOrText';

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

/**
 * Ends a body for whoever reads it. Destroying is not enough while the service is silent: n8n's HTTP helper passes bodies on
 * through a generator, which waits for its next piece before it tells of anything.
 */
export function endStream(stream: ByteStream, reason: Error): void {
	// Without a listener the event would be thrown.
	stream.on('error', () => undefined);
	stream.emit('error', reason);
	stream.destroy(reason);
}

/**
 * The beginning of an unsuccessful answer that came as a stream: JSON where it is, else text. Where the stream breaks off
 * or the signal aborts, what came until then.
 */
export async function readErrorBody(stream: ByteStream, signal: AbortSignal): Promise<unknown> {
	return jsonOrText((await readBeginning(stream, signal)).toString('utf8'));
}

/**
 * The whole body.
 *
 * @throws whatever broke the stream, a signal included
 */
export async function readText(stream: ByteStream, signals: readonly AbortSignal[]): Promise<string> {
	const stop = () => endStream(stream, new Error('The body was given up'));
	if (signals.some(({ aborted }) => aborted)) stop();
	for (const signal of signals) signal.addEventListener('abort', stop);
	try {
		// Strings rather than chunks of bytes: of a large answer nothing is held twice.
		stream.setEncoding('utf8');
		let text = '';
		for await (const chunk of stream) text += String(chunk);
		return text;
	} finally {
		for (const signal of signals) signal.removeEventListener('abort', stop);
	}
}

async function readBeginning(stream: ByteStream, signal: AbortSignal): Promise<Buffer> {
	const chunks: Buffer[] = [];
	let size = 0;
	const stop = () => endStream(stream, new Error('The body was given up'));
	if (signal.aborted) stop();
	signal.addEventListener('abort', stop);
	try {
		for await (const chunk of stream) {
			chunks.push(Buffer.from(chunk));
			size += chunk.length;
			if (size > MAX_ERROR_BYTES) break;
		}
	} catch {
		// The status says enough.
	} finally {
		signal.removeEventListener('abort', stop);
	}
	return Buffer.concat(chunks);
}
