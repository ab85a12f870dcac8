import type { IExecuteFunctions } from 'n8n-workflow';

import { plainText } from '../specification/plainText';
import { type Checked, isRecord, type ResponseCheck, shallowJson } from '../specification/responses';

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

const MAX_MESSAGES = 10;
const HTML = /^\s*<(?:[!?]|[a-z][^>]*>[\s\S]*<\/)/i;
/** Names that say nothing about their value. */
const OBVIOUS = /^(?:errors?|(?:error)?message|title|detail|description|reason|propertyName|property|field|param)?$/i;
/** The rest of problem details (RFC 9457). */
const NO_REASON = /^(?:type|status|traceId)$/;

/**
 * Returns the service's own words from an unsuccessful response, without the API key. The specification doesn't say what its errors
 * contain, so this reads all texts and numbers, each with its name unless that's obvious. HTML has no words.
 */
export function serviceWords(body: unknown, apiKey: string): string[] {
	return collect(body)
		.slice(0, MAX_MESSAGES)
		.map((text) => plainText(text, apiKey));
}

function collect(value: unknown, name = ''): string[] {
	if (Array.isArray(value)) return value.flatMap((one) => collect(one, name));
	if (isRecord(value)) return Object.entries(value).flatMap(([key, one]) => collect(one, key));
	const isText = typeof value === 'string' && value.trim() !== '' && !HTML.test(value);
	if ((!isText && typeof value !== 'number') || NO_REASON.test(name)) return [];
	return [OBVIOUS.test(name) ? String(value) : `${name}: ${value}`];
}
