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
	const pieces: Buffer[] = [];
	let size = 0;
	const take = (piece: Buffer) => {
		pieces.push(piece);
		size += piece.length;
		return size <= MAX_ERROR_BYTES;
	};
	// The status says enough.
	await readPieces(stream, [signal], take).catch(() => undefined);
	return jsonOrText(Buffer.concat(pieces).toString('utf8'));
}

/**
 * The whole body.
 *
 * @throws whatever broke the stream, a signal included
 */
export async function readText(stream: ByteStream, signals: readonly AbortSignal[]): Promise<string> {
	// A string rather than pieces of bytes: of a large answer nothing is held twice.
	const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
	let text = '';
	await readPieces(stream, signals, (piece) => {
		text += decoder.decode(piece, { stream: true });
		return true;
	});
	return text + decoder.decode();
}

/**
 * Gives the body to `take` as it arrives, to its end or until `take` says no.
 *
 * @throws whatever broke the stream, a signal included
 */
export async function readPieces(
	stream: ByteStream,
	signals: readonly AbortSignal[],
	take: (piece: Buffer) => boolean,
): Promise<void> {
	const stop = () => endStream(stream, new Error('The body was given up'));
	if (signals.some(({ aborted }) => aborted)) stop();
	for (const signal of signals) signal.addEventListener('abort', stop);
	try {
		for await (const piece of stream) {
			if (!take(Buffer.isBuffer(piece) ? piece : Buffer.from(piece))) break;
		}
	} finally {
		for (const signal of signals) signal.removeEventListener('abort', stop);
	}
}
