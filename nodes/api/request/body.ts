import type { IExecuteFunctions } from 'n8n-workflow';

import { type Checked, type ResponseCheck, shallowJson } from '../specification/responses';

/** The beginning of a response, while its body is still arriving. */
export interface IncomingResponse {
	status: number;
	/** Names in lower case. */
	headers: Record<string, unknown>;
	/** A stream that n8n's binary store accepts. */
	body: Exclude<Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0], Buffer>;
}

/** Reads and checks the body of a successful response. If the body is cut off, it throws the cause. */
export type BodyReader<T> = (response: IncomingResponse) => Promise<Checked<T>>;

/** Enough for any response that isn't a long list. */
const MAX_BYTES = 32 * 2 ** 20;

/** Enough for any list of errors, without reading a whole web page that came instead. */
const MAX_ERROR_BYTES = 64 * 1024;

/** Makes the reader of a body that is held in memory: JSON, or nothing for a 204. */
export function jsonBody<T>(check: ResponseCheck<T>, isDeprecated: boolean): BodyReader<T> {
	return async ({ status, body }) => {
		const pieces: Buffer[] = [];
		await takePieces(body, MAX_BYTES, pieces);
		const json = status === 204 ? { value: undefined } : toJson(pieces);
		return 'problem' in json ? json : check(json.value, isDeprecated);
	};
}

/** Returns the beginning of an unsuccessful response, as JSON or text. The status is enough, so a broken body is nothing. */
export async function readErrorBody(body: IncomingResponse['body']): Promise<unknown> {
	const pieces: Buffer[] = [];
	await takePieces(body, MAX_ERROR_BYTES, pieces).catch(() => undefined);
	const json = toJson(pieces);
	return 'value' in json ? json.value : '';
}

/** Adds a body to `pieces`, until it ends or exceeds `maxBytes`. If the body is cut off, throws the cause, and `pieces` has what came. */
async function takePieces(body: IncomingResponse['body'], maxBytes: number, pieces: Buffer[]): Promise<void> {
	let size = 0;
	for await (const piece of body) {
		const bytes = Buffer.from(piece);
		pieces.push(bytes);
		size += bytes.length;
		if (size > maxBytes) return;
	}
}

function toJson(pieces: Buffer[]): Checked<unknown> {
	return shallowJson(Buffer.concat(pieces).toString('utf8'));
}
