import { isRecord } from '../specification/isRecord';
import { redact } from './redact';

const MAX_LENGTH = 500;

const MAX_MESSAGES = 10;

/** What is nested deeper is no list of errors. */
const MAX_DEPTH = 10;

const TEXT_FIELDS = ['title', 'error', 'message', 'errorMessage', 'reason', 'description', 'detail'];
const NAME_FIELDS = ['propertyName', 'field', 'property', 'param'];
/** Of use only where there are no words. */
const CODE_FIELDS = ['code', 'errorCode'];

/**
 * The service's own words from the body of an unsuccessful answer. The specification says that there is an array of
 * errors, or a problem-detail object for /assignments, but not what their items look like: texts, objects, and maps
 * from field to texts are read, whichever way they are nested. HTML and empty bodies give nothing.
 *
 * @param secrets texts that must not show up, not even in part
 */
export function serviceMessages(body: unknown, secrets: readonly string[]): string[] {
	const messages = collect(body, 0).map((message) => redact(message, secrets).replace(/\s+/g, ' ').trim());
	return [...new Set(messages.filter((message) => message !== '').map(shorten))].slice(0, MAX_MESSAGES);
}

function collect(body: unknown, depth: number): string[] {
	if (typeof body === 'string') return isMarkup(body) ? [] : [body];
	if (typeof body === 'number') return [String(body)];
	if (depth > MAX_DEPTH) return [];
	if (Array.isArray(body)) return body.flatMap((element) => collect(element, depth + 1));
	if (!isRecord(body)) return [];
	const nested = isRecord(body.errors) ? fromFieldMap(body.errors, depth + 1) : collect(body.errors, depth + 1);
	const found = [...fromTextFields(body, depth + 1), ...nested];
	return found.length > 0 || Object.keys(body).length === 0 ? found : asJson(body);
}

function fromTextFields(record: Record<string, unknown>, depth: number): string[] {
	const texts = textsOf(record, TEXT_FIELDS);
	const nested = TEXT_FIELDS.map((field) => record[field])
		.filter((value) => isRecord(value) || Array.isArray(value))
		.flatMap((inner) => collect(inner, depth));
	const names = textsOf(record, NAME_FIELDS);
	if (texts.length === 0 && nested.length === 0) {
		// A name says little where there is more that could not be read: then the whole is shown.
		const known = [...NAME_FIELDS, ...CODE_FIELDS];
		return Object.keys(record).every((field) => known.includes(field) || field === 'errors')
			? textsOf(record, known)
			: [];
	}
	const prefix = names.length > 0 ? `${names.join(' ')}: ` : '';
	return [...(texts.length > 0 ? [prefix + texts.join(': ')] : []), ...nested];
}

function textsOf(record: Record<string, unknown>, fields: readonly string[]): string[] {
	return fields.map((field) => record[field]).filter(isText);
}

function fromFieldMap(errors: Record<string, unknown>, depth: number): string[] {
	return Object.entries(errors).flatMap(([field, value]) =>
		collect(value, depth).map((message) => (field === '' ? message : `${field}: ${message}`)),
	);
}

/** What this package does not know how to read is better shown as it is than left out. */
function asJson(body: Record<string, unknown>): string[] {
	try {
		return [JSON.stringify(body)];
	} catch {
		return [];
	}
}

/** Whether a body is a web page or a piece of one. The service answers with JSON: specification, General rules. */
export function isMarkup(body: unknown): boolean {
	return typeof body === 'string' && /^\s*<(?:[!?]|[a-z][^>]*>[\s\S]*<\/)/i.test(body);
}

function shorten(message: string): string {
	return message.length > MAX_LENGTH ? `${message.slice(0, MAX_LENGTH)}…` : message;
}

function isText(value: unknown): value is string {
	return typeof value === 'string' && value.trim() !== '';
}
