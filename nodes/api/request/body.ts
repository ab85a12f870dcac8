import type { IExecuteFunctions } from 'n8n-workflow';

import type { Checked, ResponseCheck } from '../specification/responses';
import { isRecord, jsonOrText } from '../specification/responses';

/** A response body that arrives piece by piece: what n8n's binary store takes. */
export type ByteStream = Exclude<Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0], Buffer>;

/** The beginning of an answer; its body is still on the way. */
export interface Answer {
	status: number;
	/** Their names in lower case. */
	headers: Record<string, unknown>;
	body: ByteStream;
}

/** Reads the body of a success and checks it. It throws whatever breaks the body off. */
export type BodyReader<T> = (answer: Answer) => Promise<Checked<T>>;

/** Enough for any answer that is not a long list. */
const MAX_BYTES = 32 * 2 ** 20;

/** Enough for any list of errors. The node need not read a whole web page in its place. */
const MAX_ERROR_BYTES = 64 * 1024;

/** The reader of a body that is held whole: JSON, or nothing for 204. */
export function jsonBody<T>(check: ResponseCheck<T>): BodyReader<T> {
	return async ({ status, body }) => {
		const pieces: Buffer[] = [];
		await takePieces(body, MAX_BYTES, pieces);
		return check(status === 204 ? undefined : toJson(pieces));
	};
}

/**
 * The beginning of an unsuccessful answer: JSON where it is, else text. Where the stream breaks off, what came until then,
 * since the status says enough.
 */
export async function readErrorBody(body: ByteStream): Promise<unknown> {
	const pieces: Buffer[] = [];
	await takePieces(body, MAX_ERROR_BYTES, pieces).catch(() => undefined);
	return toJson(pieces);
}

export function isByteStream(body: unknown): body is ByteStream {
	return isRecord(body) && Symbol.asyncIterator in body && typeof body.destroy === 'function';
}

/** Adds the pieces of a body, to its end or until they are too large. */
async function takePieces(body: ByteStream, maxBytes: number, pieces: Buffer[]): Promise<void> {
	let size = 0;
	for await (const piece of body) {
		const bytes = Buffer.from(piece);
		pieces.push(bytes);
		size += bytes.length;
		if (size > maxBytes) return;
	}
}

function toJson(pieces: Buffer[]): unknown {
	return jsonOrText(Buffer.concat(pieces).toString('utf8'));
}
