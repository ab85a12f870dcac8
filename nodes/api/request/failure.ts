import { isDeprecatedVersion } from '../specification/address';
import type { EndpointName } from '../specification/endpoints';
import { ENDPOINTS, isSuccess } from '../specification/endpoints';
import { isRecord } from '../specification/responses';

/** Why a request returned no value, in facts; messages.ts puts them into words. The API key is in none of its texts. */
export type Failure = {
	endpoint: EndpointName;
	/** Of the last answer, if there was one. */
	status?: number;
	/** How many times the request was sent. */
	tries: number;
} & (
	| ({ kind: 'answered'; status: number; retryAfterMs?: number } & ErrorBody)
	/** A success whose body is not what the specification says, such as `it has no 'groupId'`. */
	| { kind: 'unreadable'; status: number; problem: string }
	/** `detail` is a code such as `ECONNRESET` if there is one. */
	| { kind: 'unanswered'; cause: 'timeout' | 'connection'; detail: string; mayBeProcessed: boolean }
	/** `freeAt` (ms since the epoch) is undefined if the limit had room, but for others' requests first. */
	| { kind: 'waitedTooLong'; waitedMs: number; freeAt: number | undefined }
	| { kind: 'cancelled'; mayBeProcessed: boolean }
	/** A deprecated version lacks the endpoint. */
	| { kind: 'notInVersion'; apiVersion: string }
);

/** The checked body, or why there is none. */
export type Result<T> = { value: T } | Failure;

interface ErrorBody {
	/** The service's own words. */
	said: string[];
	/** Whether the body is a web page or a piece of one, which the service doesn't send (specification: General rules). */
	isWebPage: boolean;
}

/** Node.js codes of a connection that did not come about. */
export const NOBODY_THERE = /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ERR_INVALID_URL)$/;

/** What OpenSSL says of a certificate, e.g. DEPTH_ZERO_SELF_SIGNED_CERT, before anything is sent. */
export const UNTRUSTED_CERTIFICATE = /^(?:UNABLE_TO_\w+|(?:\w+_)?CERT_\w+|\w+_CERT)$/;

/** What OpenSSL says if the other side does not speak TLS at all. Other TLS errors may come later. */
export const NO_TLS = 'wrong version number';

/** Reads what the HTTP helper threw; nothing is thrown for an answered request, whatever its status. */
export function failureOfThrown(endpoint: EndpointName, error: unknown, apiKey: string) {
	const chain = causes(error);
	// n8n 1.x drops the cause and keeps its code as the `httpCode` of what it throws.
	const codes = chain.flatMap((link) => [link.code, link.httpCode]);
	const code = codes.find((value) => typeof value === 'string') ?? '';
	const messages = chain.map((link) => link.message).filter((value) => typeof value === 'string');
	const [message = 'no details'] = messages;
	const timedOut = code === 'ECONNABORTED' || code === 'ETIMEDOUT' || /timeout|timed out/i.test(message);
	const hasNoTls = messages.some((text) => text.includes(NO_TLS));
	const detail = redact(hasNoTls ? NO_TLS : code || message, apiKey);
	const mayBeProcessed = !(hasNoTls || NOBODY_THERE.test(code) || UNTRUSTED_CERTIFICATE.test(code));
	const cause = timedOut ? 'timeout' : 'connection';
	return { endpoint, tries: 1, kind: 'unanswered', cause, detail, mayBeProcessed } as const;
}

/** What a deprecated version lacks (specification: Versions), or undefined if it has the endpoint. */
export function missingInVersion(endpoint: EndpointName, apiVersion: string): Failure | undefined {
	if (ENDPOINTS[endpoint].inDeprecatedVersions || !isDeprecatedVersion(apiVersion)) return undefined;
	return { endpoint, tries: 0, kind: 'notInVersion', apiVersion };
}

/** The error, its cause, and so on. */
function causes(error: unknown): Array<Record<string, unknown>> {
	return isRecord(error) ? [error, ...causes(error.cause)] : [];
}

/** Whether the next try may end differently: there was no answer, a proxy didn't wait for one, or the service had a problem. */
export function isTemporary(failure: Failure): boolean {
	if (failure.kind === 'unanswered') return true;
	return failure.kind === 'answered' && (failure.status === 408 || failure.status >= 500);
}

/**
 * Whether the service may have processed a request that must not be sent again blindly. A 429 is not processed, and every
 * 2xx is a success, even one that lacks what it should tell (specification: Errors).
 */
export function isInDoubt(failure: Failure): boolean {
	if (ENDPOINTS[failure.endpoint].repeatable) return false;
	if (failure.kind === 'unanswered' || failure.kind === 'cancelled') return failure.mayBeProcessed;
	if (failure.kind === 'unreadable') return true;
	return isTemporary(failure) || (failure.kind === 'answered' && isSuccess(failure.status));
}

/** Whether the service is done with a request by now. After a time-out, its own or a proxy's, it may still be at work. */
export function isOver(failure: Failure): boolean {
	if (failure.kind === 'unanswered') return failure.cause === 'connection';
	return failure.kind === 'answered' && [500, 502, 503].includes(failure.status);
}

const BASE_PAUSE_MS = 500;

/**
 * The pause in ms before a request that was not refused (429) is sent again; undefined if it isn't. A request in doubt is
 * repeated only if that does no harm. The pause is drawn from a range that doubles with each try, and is at least as long as
 * the service wishes.
 *
 * @param plan how many of at most `maxTries` tries were made, 429s not counted; `longestMs`, the request's time-out or the
 * rest of its budget, negative when that is used up; `random` in [0, 1)
 */
export function pauseBeforeNextTry(
	failure: Failure,
	{ tries, maxTries, longestMs, random }: { tries: number; maxTries: number; longestMs: number; random: number },
): number | undefined {
	if (!isTemporary(failure) || isInDoubt(failure) || tries >= maxTries) return undefined;
	const wishMs = failure.kind === 'answered' ? (failure.retryAfterMs ?? 0) : 0;
	if (wishMs > longestMs) return undefined;
	const pauseMs = Math.min(random * BASE_PAUSE_MS * 2 ** tries, longestMs);
	return Math.round(Math.max(pauseMs, wishMs));
}

/**
 * The wait in ms that the header `Retry-After` asks for, in seconds or as an HTTP date; undefined when there is none that can
 * be read. A date counts from the answer's own `Date`, since the service's clock may differ from ours.
 *
 * @param headers their names in lower case
 * @param now ms since the epoch, for an answer without a date
 */
export function retryAfterMs(headers: Record<string, unknown>, now: number): number | undefined {
	const wish = headers['retry-after'];
	if (typeof wish === 'string' && /^\s*\d+\s*$/.test(wish)) return Number(wish) * 1_000;
	const until = httpDate(wish);
	return until === undefined ? undefined : Math.max(0, until - (httpDate(headers.date) ?? now));
}

/** Milliseconds since the epoch. */
function httpDate(header: unknown): number | undefined {
	const date = typeof header === 'string' && /[a-z]/i.test(header) ? Date.parse(header) : Number.NaN;
	return Number.isNaN(date) ? undefined : date;
}

const MAX_LENGTH = 500;

const MAX_MESSAGES = 10;

const TEXT_FIELDS = ['title', 'error', 'message', 'errorMessage', 'reason', 'description', 'detail'];
const NAME_FIELDS = ['propertyName', 'field', 'property', 'param'];

/**
 * The service's own words from the body of an unsuccessful answer. The specification says that there is an array of
 * errors, or a problem-detail object for /assignments, but not what their items look like: texts, objects, and maps
 * from field to texts are read. Anything else is shown as it is. HTML and empty bodies have none.
 *
 * @param apiKey must not show up, not even in part
 */
export function serviceWords(body: unknown, apiKey: string): ErrorBody {
	const messages = collect(body).map((text) => redact(text, apiKey).replace(/\s+/g, ' ').trim());
	const said = [...new Set(messages.filter((text) => text !== '').map(shorten))].slice(0, MAX_MESSAGES);
	return { said, isWebPage: typeof body === 'string' && isMarkup(body) };
}

function isMarkup(text: string): boolean {
	return /^\s*<(?:[!?]|[a-z][^>]*>[\s\S]*<\/)/i.test(text);
}

/** Takes the key out of a text that the user gets to see. */
function redact(text: string, apiKey: string): string {
	return text.replaceAll(apiKey, '***');
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
