import { SimulatorError } from '../simulatorError.ts';
import { parseInstant } from '../timestamps.ts';
import type { Moment } from './interface.ts';

/** Milliseconds since 1970. */
export function momentOr(moment: Moment | undefined, otherwise: number): number {
	if (moment === undefined) return otherwise;
	const at = typeof moment === 'number' ? moment : parseInstant(moment);
	if (at === null) throw new SimulatorError(400, `Not an ISO 8601 date: ${moment}`);
	return at;
}
