const MAX_LENGTH = 500;

const TEXT_FIELDS = ['message', 'errorMessage', 'description', 'detail', 'title', 'error', 'reason'];
const NAME_FIELDS = ['propertyName', 'field', 'property', 'param', 'code', 'errorCode'];

/**
 * The service's own words from the body of an unsuccessful answer. The specification says that there is an array of
 * errors, or a problem-detail object for /assignments, but not what their items look like: texts, objects, and maps
 * from field to texts are read, whichever way they are nested. HTML and empty bodies give nothing.
 */
export function serviceMessages(body: unknown): string[] {
	const messages = collect(body).map((message) => message.replace(/\s+/g, ' ').trim());
	return [...new Set(messages.filter((message) => message !== '').map(shorten))].slice(0, 10);
}

function collect(body: unknown): string[] {
	if (typeof body === 'string') return looksLikeMarkup(body) ? [] : [body];
	if (typeof body === 'number') return [String(body)];
	if (Array.isArray(body)) return body.flatMap(collect);
	if (!isRecord(body)) return [];
	const own = fromTextFields(body);
	const nested = isRecord(body.errors) ? fromFieldMap(body.errors) : collect(body.errors);
	const found = [...own, ...nested];
	return found.length > 0 || Object.keys(body).length === 0 ? found : [JSON.stringify(body)];
}

function fromTextFields(record: Record<string, unknown>): string[] {
	const texts = TEXT_FIELDS.map((field) => record[field]).filter(isText);
	const nested = TEXT_FIELDS.map((field) => record[field])
		.filter(isRecord)
		.flatMap(collect);
	const names = NAME_FIELDS.map((field) => record[field]).filter(isText);
	if (texts.length === 0 && nested.length === 0) return names;
	const prefix = names.length > 0 ? `${names.join(' ')}: ` : '';
	return [...(texts.length > 0 ? [prefix + texts.join(': ')] : []), ...nested];
}

function fromFieldMap(errors: Record<string, unknown>): string[] {
	return Object.entries(errors).flatMap(([field, value]) =>
		collect(value).map((message) => (field === '' ? message : `${field}: ${message}`)),
	);
}

function looksLikeMarkup(text: string): boolean {
	return /^\s*<(?:!doctype|html|head|body|\?xml)/i.test(text);
}

function shorten(message: string): string {
	return message.length > MAX_LENGTH ? `${message.slice(0, MAX_LENGTH)}…` : message;
}

function isText(value: unknown): value is string {
	return typeof value === 'string' && value.trim() !== '';
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
