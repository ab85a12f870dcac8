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

/** The most characters of a response to hold at a time. About 15,000 score reports of one user fit. */
export const MAX_HELD = 32 * 2 ** 20;

/** Enough for any list of errors, without reading a whole web page that came instead. */
const MAX_ERROR_LENGTH = 64 * 1024;

/** Makes the reader of a body that is held in memory: JSON, or nothing for a 204. */
export function jsonBody<T>(check: ResponseCheck<T>, isDeprecated: boolean): BodyReader<T> {
	return async ({ status, body }) => {
		const text = await textOf(body, MAX_HELD);
		const json = status === 204 ? { value: undefined } : shallowJson(text);
		return 'problem' in json ? json : check(json.value, isDeprecated);
	};
}

/** Returns an unsuccessful response as JSON or text. The status is enough, so a broken body is nothing. */
export async function readErrorBody(body: IncomingResponse['body']): Promise<unknown> {
	const json = shallowJson(await textOf(body, MAX_ERROR_LENGTH).catch(() => ''));
	return 'value' in json ? json.value : '';
}

/** Returns a body, or its beginning if it's longer than `maxLength`. */
async function textOf(body: IncomingResponse['body'], maxLength: number): Promise<string> {
	let text = '';
	for await (const piece of body.setEncoding('utf8')) {
		text += String(piece);
		if (text.length > maxLength) break;
	}
	return text;
}
