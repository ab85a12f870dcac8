import { plainText } from '../specification/plainText';
import { isRecord } from '../specification/responses';

const MAX_MESSAGES = 10;
const TEXT_FIELDS = ['title', 'error', 'message', 'errorMessage', 'reason', 'description', 'detail'];
const NAME_FIELDS = ['propertyName', 'field', 'property', 'param'];
const HTML = /^\s*<(?:[!?]|[a-z][^>]*>[\s\S]*<\/)/i;

/**
 * Returns the service's own words from an unsuccessful response, without the API key. The specification doesn't say what its errors
 * contain, so this reads strings, objects and maps from fields to strings, and returns other objects as JSON. HTML has no words.
 */
export function serviceWords(body: unknown, apiKey: string): string[] {
	const messages = collect(body).map((text) => plainText(text, apiKey));
	return [...new Set(messages.filter((text) => text !== ''))].slice(0, MAX_MESSAGES);
}

function collect(body: unknown): string[] {
	if (typeof body === 'string') return HTML.test(body) ? [] : [body];
	if (Array.isArray(body)) return body.flatMap((element) => collect(element));
	if (!isRecord(body) || Object.keys(body).length === 0) return [];
	const isText = (value: unknown) => typeof value === 'string' && value.trim() !== '';
	const textsIn = (fields: string[]) => fields.map((field) => body[field]).filter(isText);
	const texts = textsIn(TEXT_FIELDS);
	const own = texts.length === 0 ? [] : [[...textsIn(NAME_FIELDS), ...texts].join(': ')];
	const found = [...own, ...errorsOf(body.errors)];
	return found.length > 0 ? found : [JSON.stringify(body)];
}

function errorsOf(errors: unknown): string[] {
	if (!isRecord(errors)) return collect(errors);
	return Object.entries(errors).flatMap(([field, value]) =>
		collect(value).map((message) => (field === '' ? message : `${field}: ${message}`)),
	);
}
