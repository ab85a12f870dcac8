import type { FilterProblem } from './filters';
import { kindOf } from './values';

/** The longest time that an option in seconds takes: a day. */
export const MAX_SECONDS = 86_400;

/** An option in seconds, as milliseconds, or why it can't be meant. Expressions may return the number as text. */
export function readSeconds(value: unknown, label: string, least: number): { ms: number } | { problem: FilterProblem } {
	const amount = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	if (typeof amount === 'number' && amount >= least && amount <= MAX_SECONDS) return { ms: Math.round(amount * 1_000) };
	const range = `from ${least} to ${MAX_SECONDS} (one day)`;
	const message = `The option '${label}' needs a number ${range}, but got ${kindOf(value) || 'nothing'}`;
	return { problem: { message, description: 'Enter a number of seconds, or remove the option' } };
}
