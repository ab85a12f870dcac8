import { ServiceError } from '../serviceError.ts';
import { parseInstant } from '../timestamps.ts';
import type { Moment } from './interface.ts';

/** Whole milliseconds since 1970. */
export function momentOr(moment: Moment | undefined, otherwise: number): number {
	if (moment === undefined) return otherwise;
	const at = typeof moment === 'number' ? Math.floor(moment) : parseInstant(moment)?.ms;
	if (at === undefined) throw new ServiceError(400, `Not an ISO 8601 date: ${moment}`);
	return at;
}
