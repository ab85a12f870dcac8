import { isRecord } from '../specification/isRecord';

const MAX_LENGTH = 500;

const MAX_MESSAGES = 10;

const TEXT_FIELDS = ['title', 'error', 'message', 'errorMessage', 'reason', 'description', 'detail'];
const NAME_FIELDS = ['propertyName', 'field', 'property', 'param'];

/**
 * The service's own words from the body of an unsuccessful answer. The specification says that there is an array of
 * errors, or a problem-detail object for /assignments, but not what their items look like: texts, objects, and maps
 * from field to texts are read. What else there is is shown as it is. HTML and empty bodies give nothing.
 *
 * @param apiKey must not show up, not even in part
 */
export function serviceMessages(body: unknown, apiKey: string): string[] {
	const messages = collect(body).map((message) => redact(message, apiKey).replace(/\s+/g, ' ').trim());
	return [...new Set(messages.filter((message) => message !== '').map(shorten))].slice(0, MAX_MESSAGES);
}

/** Takes the key out of a text that the user gets to see. */
export function redact(text: string, apiKey: string): string {
	return text.replaceAll(apiKey, '***');
}

/** Whether a body is a web page or a piece of one. The service answers with JSON: specification, General rules. */
export function isMarkup(body: unknown): boolean {
	return typeof body === 'string' && /^\s*<(?:[!?]|[a-z][^>]*>[\s\S]*<\/)/i.test(body);
}

function collect(body: unknown): string[] {
	if (typeof body === 'string') return isMarkup(body) ? [] : [body];
	if (Array.isArray(body)) return body.flatMap((element) => collect(element));
	if (!isRecord(body) || Object.keys(body).length === 0) return [];
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

function shorten(message: string): string {
	return message.length > MAX_LENGTH ? `${message.slice(0, MAX_LENGTH)}…` : message;
}

function isText(value: unknown): value is string {
	return typeof value === 'string' && value.trim() !== '';
}
