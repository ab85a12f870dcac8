import { NodeOperationError } from 'n8n-workflow';

import { fieldsOf, flagOf, isEmpty, kindOf, readIdList, readText, text } from '../shared/values';
import { toInstant } from './instants';
import { MAX_RATE_LIMIT_WAIT_LABEL, TIMEOUT_LABEL } from '../api/outcome/words';
import type { RequestLimits } from '../api/request/caller';
import { isRecord } from '../api/specification/isRecord';
import type { FilterProblem, ListFilter } from '../shared/filters';
import { filterWithoutValue, readListFilter } from '../shared/filters';
import { isWebAddress } from '../shared/webAddress';
import type { OperationRun } from './operation';

export type ParameterRun = Pick<OperationRun, 'context' | 'itemIndex'>;

/** An error that names the parameter, before any request. */
export function parameterError({ context, itemIndex }: ParameterRun, message: string, description?: string) {
	return new NodeOperationError(context.getNode(), message, { itemIndex, description });
}

/** A text parameter without surrounding white space, empty when it was not filled in. */
export function textParameter(run: ParameterRun, name: string, label: string): string {
	return textValue(run, run.context.getNodeParameter(name, run.itemIndex, '', { extractValue: true }), label);
}

/** A text as `textValue`, from a resource locator in a collection, which n8n gives with its mode. */
export function locatedValue(run: ParameterRun, locator: unknown, label: string): string {
	return textValue(run, isRecord(locator) && 'mode' in locator ? locator.value : locator, label);
}

/** A text as `textParameter`, from a value in a collection. What is no text is refused: left out, it could mean something else. */
export function textValue(run: ParameterRun, value: unknown, label: string): string {
	const given = readText(value);
	if (given !== undefined) return given;
	throw parameterError(
		run,
		`The parameter '${label}' needs a text, but got ${kindOf(value)}`,
		'Let the expression give one text, e.g. one field of an object or one entry of a list',
	);
}

export function requiredText(run: ParameterRun, name: string, label: string, advice: string): string {
	const value = textParameter(run, name, label);
	if (value === '') throw parameterError(run, `The parameter '${label}' is empty`, advice);
	return value;
}

/** A whole address, as `isWebAddress` says. */
export function webAddress(run: ParameterRun, address: string, label: string): string {
	if (isWebAddress(address)) return address;
	throw parameterError(
		run,
		`The parameter '${label}' is not a full http or https address`,
		'Enter it with its scheme, e.g. https://example.com/path',
	);
}

/** A choice. What is none, from an expression, is refused: a guess could do what was not wanted. */
export function choiceParameter<T extends string>(
	run: ParameterRun,
	name: string,
	label: string,
	choices: readonly T[],
): T {
	return chosenOf(run, textParameter(run, name, label), label, choices);
}

export function flagParameter(run: ParameterRun, name: string): boolean {
	return flagOf(run.context.getNodeParameter(name, run.itemIndex, false));
}

/** A collection parameter such as 'Options' or 'Filters'. */
export function collection({ context, itemIndex }: ParameterRun, name: string): Record<string, unknown> {
	return fieldsOf(context.getNodeParameter(name, itemIndex, {}));
}

/** A list of IDs, in any of the forms that `readIdList` reads. */
export function idList(run: ParameterRun, value: unknown, label: string): string[] {
	const ids = readIdList(value);
	if (ids !== undefined) return ids;
	throw parameterError(
		run,
		`The parameter '${label}' is not a list of texts`,
		'Choose from the list, or give an array of texts or a text separated by commas',
	);
}

/** Several of a fixed choice. What is none of them, from an expression, is refused. */
export function chosenAmong<T extends string>(
	run: ParameterRun,
	given: readonly string[],
	label: string,
	choices: readonly T[],
): T[] {
	return [...new Set(given)].map((entry) => chosenOf(run, entry, label, choices));
}

function chosenOf<T extends string>(run: ParameterRun, given: string, label: string, choices: readonly T[]): T {
	const chosen = choices.find((choice) => choice === given);
	if (chosen !== undefined) return chosen;
	throw parameterError(
		run,
		`The parameter '${label}' has '${given}', which is none of its choices`,
		`Choose from the list, or let the expression give one of: ${choices.join(', ')}`,
	);
}

/** The collection 'Filters'. Each filter that can't be applied is an error that names it. */
export function filtersOf(run: ParameterRun) {
	const filters = collection(run, 'filters');
	const refuse = ({ message, description }: FilterProblem) => parameterError(run, message, description);
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
			chosenAmong(run, list(name), label, choices),
		flag: (name: string, label: string) => flag(run, value(name, label), label),
		date: (name: string, label: string) => instant(run, value(name, label), label),
	};
}

/** A date as an instant (ISO 8601 with an offset), or undefined when it was not filled in. */
export function instant(run: ParameterRun, value: unknown, label: string): string | undefined {
	if (isEmpty(value) || (typeof value === 'string' && value.trim() === '')) return undefined;
	const parsed = toInstant(value, run.context.getTimezone());
	if (parsed !== undefined) return parsed;
	throw parameterError(
		run,
		`The parameter '${label}' is not a date: ${text(value) || typeof value}`,
		'Use a date such as 2026-11-21 or 2026-11-21T04:14:00+01:00. Without an offset it is in the time zone of the workflow',
	);
}

/** A switch of 'Filters', or undefined when it was not filled in. */
function flag(run: ParameterRun, value: unknown, label: string): boolean | undefined {
	if (isEmpty(value)) return undefined;
	if (typeof value === 'boolean' || ['true', 'false'].includes(text(value).toLowerCase())) return flagOf(value);
	const message = `The filter '${label}' needs true or false, but got ${kindOf(value)}`;
	throw parameterError(run, message, 'Let the expression give true or false');
}

/** How many output items the user wants. */
export function outputLimit(run: ParameterRun): number {
	if (flagParameter(run, 'returnAll')) return Number.POSITIVE_INFINITY;
	const limit = Number(run.context.getNodeParameter('limit', run.itemIndex, 50));
	if (Number.isInteger(limit) && limit >= 1) return limit;
	const remedy = "Enter such a number, or turn on 'Return All'";
	throw parameterError(run, "The parameter 'Limit' must be a whole number of at least 1", remedy);
}

/** How long a request may take and wait, from the operation's options, in milliseconds; what is not set is left out. */
export function requestLimits(run: ParameterRun): Partial<RequestLimits> {
	const { timeout, maxRateLimitWait } = collection(run, 'options');
	return {
		...(timeout === undefined ? {} : { timeoutMs: seconds(run, timeout, TIMEOUT_LABEL, 1) }),
		...(maxRateLimitWait === undefined
			? {}
			: { maxRateLimitWaitMs: seconds(run, maxRateLimitWait, MAX_RATE_LIMIT_WAIT_LABEL, 0) }),
	};
}

function seconds(run: ParameterRun, value: unknown, label: string, minimum: number): number {
	const amount = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	if (typeof amount === 'number' && amount >= minimum) return Math.round(amount * 1000);
	const remedy = 'Enter a number of seconds, or remove the option';
	throw parameterError(run, `The option '${label}' must be a number of at least ${minimum}`, remedy);
}
