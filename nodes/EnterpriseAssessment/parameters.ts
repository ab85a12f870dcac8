import type { Budget } from '../api/request/caller';
import { MAX_RATE_LIMIT_WAIT_LABEL, TIMEOUT_LABEL, type Words } from '../api/request/messages';
import { isRecord } from '../api/specification/responses';
import { filterWithoutValue, LIST_FILTERS, type ListFilter, readListFilter } from '../shared/filters';
import {
	describeValue,
	fieldsOf,
	flagOf,
	isEmpty,
	isWebAddress,
	notAnOption,
	readIdList,
	readSeconds,
	readText,
	textOrEmpty,
} from '../shared/parameters';
import { type Bound, dateValue, type PeriodVerb } from './dates';
import { type ItemContext, itemError } from './operation';

/** Returns a text parameter without surrounding white space, or an empty string if it isn't filled in. */
export function textParameter(item: ItemContext, name: string, label: string): string {
	return textValue(item, item.context.getNodeParameter(name, item.itemIndex, ''), label);
}

/** Same as `textParameter`, but for a value that was already read, e.g. with its collection. */
export function textValue(item: ItemContext, value: unknown, label: string): string {
	// A resource locator is an object that contains the value and its mode.
	const given = isRecord(value) && 'mode' in value ? value.value : value;
	const read = readText(given);
	if (read !== undefined) return read;
	throw itemError(
		item,
		`The parameter '${label}' must be text, but the expression returned ${describeValue(given)}`,
		'Make the expression return a single value, e.g. one field of an object or one entry of a list',
	);
}

export function requiredText(item: ItemContext, name: string, label: string, advice: string): string {
	const value = textParameter(item, name, label);
	if (value === '') throw emptyError(item, [name], `The parameter '${label}' is empty`, advice);
	return value;
}

/** Makes the error for empty parameters. If one of their expressions reads the input item, the error lists the item's fields. */
export function emptyError(item: ItemContext, names: readonly string[], message: string, advice: string) {
	const { parameters } = item.context.getNode();
	const readsItem = names.some((name) => JSON.stringify(parameters[name] ?? '').includes('$json'));
	return itemError(item, message, readsItem ? `${advice}. ${fieldsOfItem(item)}` : advice);
}

function fieldsOfItem({ context, itemIndex }: ItemContext): string {
	const fields = Object.keys(context.getInputData()[itemIndex]?.json ?? {});
	const [wholeRow, ...others] = fields;
	if (wholeRow?.includes(';') && others.length === 0) {
		return `The list has only one column, '${wholeRow}', because it uses semicolons. In the Extract from File node, add the option 'Delimiter' and enter ';'`;
	}
	return fields.length === 0 ? 'The input item has no fields' : `The input item has the fields ${firstOf(fields, 20)}`;
}

/** Joins the first names, e.g. `'A', 'B' and 3 more`. */
export function firstOf(names: readonly string[], most: number): string {
	const more = names.length > most ? ` and ${names.length - most} more` : '';
	const quoted = names.slice(0, most).map((name) => `'${name}'`);
	return `${quoted.join(', ')}${more}`;
}

export function fullUrl(item: ItemContext, url: string, label: string): string {
	if (isWebAddress(url)) return url;
	const message = `The parameter '${label}' isn't a full http or https URL`;
	throw itemError(item, message, 'Start it with https://, e.g. https://example.com/path');
}

/** Reads one of several options. Rejects any other value from an expression, because a guess could do something unwanted. */
export function choiceParameter<T extends string>(
	item: ItemContext,
	name: string,
	label: string,
	options: readonly T[],
): T {
	return oneOf(item, textParameter(item, name, label), label, options);
}

export function flagParameter(item: ItemContext, name: string): boolean {
	return flagOf(item.context.getNodeParameter(name, item.itemIndex, false));
}

/** Reads a collection parameter such as 'Options' or 'Filters'. */
export function collection({ context, itemIndex }: ItemContext, name: string): Record<string, unknown> {
	return fieldsOf(context.getNodeParameter(name, itemIndex, {}));
}

/** Reads a list of IDs in any format that `readIdList` accepts. */
export function idList(item: ItemContext, value: unknown, label: string): string[] {
	const ids = readIdList(value);
	if (ids !== undefined) return ids;
	const remedy = 'Choose from the list, or make the expression return an array of strings or a comma-separated string';
	throw itemError(item, `The parameter '${label}' isn't a list of strings`, remedy);
}

/** Reads a selection of the options, without duplicates. */
export function someOf<T extends string>(
	item: ItemContext,
	given: readonly string[],
	label: string,
	options: readonly T[],
): T[] {
	return [...new Set(given)].map((entry) => oneOf(item, entry, label, options));
}

export function oneOf<T extends string>(item: ItemContext, given: string, label: string, options: readonly T[]): T {
	const chosen = options.find((option) => option === given);
	if (chosen !== undefined) return chosen;
	throw problemError(item, notAnOption(given, label, options));
}

function problemError(item: ItemContext, { message, description }: Words) {
	return itemError(item, message, description);
}

/** Reads the collection 'Filters'. Throws an error that names the filter if one can't be applied. */
export function filtersOf(item: ItemContext) {
	const filters = collection(item, 'filters');
	function value(name: string, label: string): unknown {
		const problem = filterWithoutValue(filters, name, label);
		if (problem !== undefined) throw problemError(item, problem);
		return filters[name];
	}
	function list(name: ListFilter): string[] {
		const read = readListFilter(filters, name);
		if ('problem' in read) throw problemError(item, read.problem);
		return read.entries;
	}
	return {
		list,
		chosen: <T extends string>(name: ListFilter, options: readonly T[]) =>
			someOf(item, list(name), LIST_FILTERS[name].label, options),
		flag: (name: string, label: string) => flag(item, value(name, label), label),
		/** Reads one of the fields that `periodFields` makes, e.g. `completedOnOrAfter`. */
		date: (verb: PeriodVerb, bound: Bound) => {
			const label = `${verb} On or ${bound}`;
			return dateValue(item, value(`${verb.toLowerCase()}OnOr${bound}`, label), label, bound);
		},
	};
}

/** Reads a true-or-false filter. Returns undefined if it isn't filled in. */
function flag(item: ItemContext, value: unknown, label: string): boolean | undefined {
	if (isEmpty(value)) return undefined;
	if (typeof value === 'boolean' || ['true', 'false'].includes(textOrEmpty(value).toLowerCase())) return flagOf(value);
	const message = `The filter '${label}' must be true or false, but the expression returned ${describeValue(value)}`;
	throw itemError(item, message, 'Make the expression return true or false');
}

/** Returns the time limits for requests that the user set in 'Options'. */
export function requestBudget(item: ItemContext): Partial<Budget> {
	const { timeout, maxRateLimitWait } = collection(item, 'options');
	const budget: Partial<Budget> = {};
	if (timeout !== undefined) budget.timeoutMs = milliseconds(item, timeout, TIMEOUT_LABEL, 1);
	if (maxRateLimitWait !== undefined) {
		budget.maxRateLimitWaitMs = milliseconds(item, maxRateLimitWait, MAX_RATE_LIMIT_WAIT_LABEL, 0);
	}
	return budget;
}

function milliseconds(item: ItemContext, value: unknown, label: string, least: number): number {
	const read = readSeconds(value, label, least);
	if ('ms' in read) return read.ms;
	throw problemError(item, read.problem);
}
