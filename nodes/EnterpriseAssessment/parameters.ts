import type { Budget } from '../api/request/caller';
import { MAX_RATE_LIMIT_WAIT_LABEL, TIMEOUT_LABEL } from '../api/request/messages';
import { isRecord } from '../api/specification/responses';
import type { ListFilter, ParameterProblem } from '../shared/parameters';
import {
	fieldsOf,
	filterWithoutValue,
	flagOf,
	isEmpty,
	isWebAddress,
	kindOf,
	notAnOption,
	readIdList,
	readListFilter,
	readSeconds,
	readText,
	text,
} from '../shared/parameters';
import type { PeriodVerb } from './fields';
import type { Bound } from './instants';
import { toInstant } from './instants';
import type { ItemContext } from './operation';
import { itemError } from './runner/itemError';

/** A text parameter without surrounding white space, empty when it was not filled in. */
export function textParameter(item: ItemContext, name: string, label: string): string {
	return textValue(item, item.context.getNodeParameter(name, item.itemIndex, '', { extractValue: true }), label);
}

/** A text as `textValue`, from a resource locator in a collection, which n8n passes with its mode. */
export function locatedValue(item: ItemContext, locator: unknown, label: string): string {
	return textValue(item, isRecord(locator) && 'mode' in locator ? locator.value : locator, label);
}

/** A text as `textParameter`, from a value in a collection. */
export function textValue(item: ItemContext, value: unknown, label: string): string {
	const given = readText(value);
	if (given !== undefined) return given;
	throw itemError(
		item,
		`The parameter '${label}' must be text, but the expression returned ${kindOf(value)}`,
		'Make the expression return a single value, e.g. one field of an object or one entry of a list',
	);
}

export function requiredText(item: ItemContext, name: string, label: string, advice: string): string {
	const value = textParameter(item, name, label);
	if (value === '') throw emptyError(item, [name], `The parameter '${label}' is empty`, advice);
	return value;
}

/** An error for parameters that came out empty. If one of their expressions reads the input item, it lists the item's fields. */
export function emptyError(item: ItemContext, names: readonly string[], message: string, advice: string) {
	const { parameters } = item.context.getNode();
	const readsItem = names.some((name) => JSON.stringify(parameters[name] ?? '').includes('$json'));
	return itemError(item, message, readsItem ? `${advice}. ${fieldsOfItem(item)}` : advice);
}

const MAX_FIELDS_LISTED = 20;

/** What an expression can read. A column name with a semicolon is a whole row: the file has another delimiter than a comma. */
function fieldsOfItem({ context, itemIndex }: ItemContext): string {
	const fields = Object.keys(context.getInputData()[itemIndex]?.json ?? {});
	const [whole] = fields.filter((field) => field.includes(';'));
	if (whole !== undefined) {
		return `The list has only the column '${whole}', because its columns are separated by semicolons. Set 'Delimiter' in the options of the node Extract from File to ;`;
	}
	const listed = fields.slice(0, MAX_FIELDS_LISTED).map((field) => `'${field}'`);
	const more = fields.length > listed.length ? ` and ${fields.length - listed.length} more` : '';
	return fields.length === 0
		? 'The input item has no fields'
		: `The input item has the fields ${listed.join(', ')}${more}`;
}

/** A whole address, as `isWebAddress` says. */
export function webAddress(item: ItemContext, address: string, label: string): string {
	if (isWebAddress(address)) return address;
	const message = `The parameter '${label}' is not a full http or https address`;
	throw itemError(item, message, 'Include the scheme, e.g. https://example.com/path');
}

/** One of a fixed choice. Rejects any other value that an expression returns: a guess could do something unwanted. */
export function choiceParameter<T extends string>(
	item: ItemContext,
	name: string,
	label: string,
	choices: readonly T[],
): T {
	return chosenOf(item, textParameter(item, name, label), label, choices);
}

export function flagParameter(item: ItemContext, name: string): boolean {
	return flagOf(item.context.getNodeParameter(name, item.itemIndex, false));
}

/** A collection parameter such as 'Options' or 'Filters'. */
export function collection({ context, itemIndex }: ItemContext, name: string): Record<string, unknown> {
	return fieldsOf(context.getNodeParameter(name, itemIndex, {}));
}

/** A list of IDs, in any of the forms that `readIdList` reads. */
export function idList(item: ItemContext, value: unknown, label: string): string[] {
	const ids = readIdList(value);
	if (ids !== undefined) return ids;
	const remedy = 'Choose from the list, or make the expression return an array of texts, or one text with commas';
	throw itemError(item, `The parameter '${label}' is not a list of texts`, remedy);
}

/** Several of a fixed choice. Rejects any other value that an expression returns. */
export function chosenAmong<T extends string>(
	item: ItemContext,
	given: readonly string[],
	label: string,
	choices: readonly T[],
): T[] {
	return [...new Set(given)].map((entry) => chosenOf(item, entry, label, choices));
}

function chosenOf<T extends string>(item: ItemContext, given: string, label: string, choices: readonly T[]): T {
	const chosen = choices.find((choice) => choice === given);
	if (chosen !== undefined) return chosen;
	const { message, description } = notAnOption(given, label, choices);
	throw itemError(item, message, description);
}

/** The collection 'Filters'. Each filter that can't be applied is an error that names it. */
export function filtersOf(item: ItemContext) {
	const filters = collection(item, 'filters');
	const refuse = ({ message, description }: ParameterProblem) => itemError(item, message, description);
	function value(name: string, label: string): unknown {
		const problem = filterWithoutValue(filters, name, label);
		if (problem !== undefined) throw refuse(problem);
		return filters[name];
	}
	function list(name: ListFilter): string[] {
		const read = readListFilter(filters, name);
		if ('problem' in read) throw refuse(read.problem);
		return read.entries;
	}
	return {
		list,
		chosen: <T extends string>(name: ListFilter, label: string, choices: readonly T[]) =>
			chosenAmong(item, list(name), label, choices),
		flag: (name: string, label: string) => flag(item, value(name, label), label),
		/** As `periodFields` makes the field. */
		date: (verb: PeriodVerb, bound: Bound) => {
			const label = `${verb} On or ${bound}`;
			return instant(item, value(`${verb.toLowerCase()}OnOr${bound}`, label), label, bound);
		},
	};
}

/** A date as an instant (ISO 8601 with an offset), or undefined when it was not filled in. `bound` as `toInstant` says. */
export function instant(item: ItemContext, value: unknown, label: string, bound: Bound): string | undefined {
	if (isEmpty(value) || (typeof value === 'string' && value.trim() === '')) return undefined;
	const parsed = toInstant(value, item.context.getTimezone(), bound);
	if (parsed !== undefined) return parsed;
	throw itemError(
		item,
		`The parameter '${label}' is not a date: ${text(value) || typeof value}`,
		"Use a date such as 2026-11-21 or 2026-11-21T04:14:00+01:00. Without an offset, it is in the workflow's time zone",
	);
}

/** A switch of 'Filters', or undefined when it was not filled in. */
function flag(item: ItemContext, value: unknown, label: string): boolean | undefined {
	if (isEmpty(value)) return undefined;
	if (typeof value === 'boolean' || ['true', 'false'].includes(text(value).toLowerCase())) return flagOf(value);
	const message = `The filter '${label}' must be true or false, but the expression returned ${kindOf(value)}`;
	throw itemError(item, message, 'Make the expression return true or false');
}

/** How many output items the user wants. */
export function outputLimit(item: ItemContext): number {
	if (flagParameter(item, 'returnAll')) return Number.POSITIVE_INFINITY;
	const limit = Number(item.context.getNodeParameter('limit', item.itemIndex, 50));
	if (Number.isInteger(limit) && limit >= 1) return limit;
	const remedy = "Change 'Limit', or turn on 'Return All'";
	throw itemError(item, "The parameter 'Limit' must be a whole number of at least 1", remedy);
}

/** How long a request may take and wait, from the operation's options, in milliseconds; what is not set is left out. */
export function requestBudget(item: ItemContext): Partial<Budget> {
	const { timeout, maxRateLimitWait } = collection(item, 'options');
	return {
		...(timeout === undefined ? {} : { timeoutMs: seconds(item, timeout, TIMEOUT_LABEL, 1) }),
		...(maxRateLimitWait === undefined
			? {}
			: { maxRateLimitWaitMs: seconds(item, maxRateLimitWait, MAX_RATE_LIMIT_WAIT_LABEL, 0) }),
	};
}

function seconds(item: ItemContext, value: unknown, label: string, least: number): number {
	const read = readSeconds(value, label, least);
	if ('ms' in read) return read.ms;
	throw itemError(item, read.problem.message, read.problem.description);
}
