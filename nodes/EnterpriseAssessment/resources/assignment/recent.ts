import type { IExecuteFunctions } from 'n8n-workflow';

import { monotonicClock } from '../../../api/pacing/clock';
import { SURELY_SHOWN_MS } from '../../../api/request/failure';
import type { AssignResponse } from '../../../api/specification/types';
import { DAY_MS } from '../../../api/specification/values';
import type { ItemOfRun } from '../../runs';
import type { Identifiers } from './identity';

/** How long an assignment that no execution has output is kept, and how many of them. */
const OWED_MS = DAY_MS;
const MOST_OWED = 10_000;

/** An assignment, and its links as far as we have them. */
export type Assigned = Pick<AssignResponse, 'userId' | 'userAssessmentId'> & Partial<AssignResponse>;

/** A request to assign an assessment to a person. */
export interface Attempt {
	/** One for each identifier, so attempts for the same person share a key. */
	keys: readonly string[];
	/** The item's, and those that the service has. */
	identifiers: Identifiers;
	assessmentId: string;
}

/** A new assignment. */
export interface Made extends Attempt {
	assigned: Assigned;
	/** The item that outputs it if its execution succeeds. */
	heldBy?: { ofRun: ItemOfRun; cancel: AbortSignal | undefined };
}

/** The part of an input item that is needed here. */
interface Item {
	ofRun: ItemOfRun;
	context: Pick<IExecuteFunctions, 'getExecutionCancelSignal'>;
}

/** The attempts of the last two minutes, because the service may not show yet what they made. An attempt in doubt has no `made`. */
let recent: Array<{ keys: readonly string[]; endedAt: number; made?: Made }> = [];

/** When each assignment was made that no execution has output yet, the oldest first, and the same ones by each of their keys. */
const owed = new Map<Made, number>();
const owedByKey = new Map<string, Set<Made>>();

// All are for all executions and accounts, and live as long as the process.

/** Remembers an attempt whose response was lost, so we don't know whether it assigned anything. */
export function keepDoubt({ keys }: Attempt): void {
	recent.push({ keys, endedAt: monotonicClock.now() });
}

/** Remembers a new assignment, and owes it to the person until an execution has output it. Its own item is the first to hold it. */
export function keepMade(made: Made, item: Item): Assigned {
	const now = monotonicClock.now();
	recent.push({ keys: made.keys, endedAt: now, made });
	owed.set(made, now);
	for (const key of made.keys) owedByKey.set(key, (owedByKey.get(key) ?? new Set()).add(made));
	hold(made, item);
	return made.assigned;
}

/** What was just assigned to people who have one of the keys, and whether another attempt for them is in doubt. */
export function recentOf(keys: readonly string[]): { made: Made[]; isInDoubt: boolean } {
	recent = recent.filter(({ endedAt }) => monotonicClock.now() - endedAt < SURELY_SHOWN_MS);
	const theirs = recent.filter((one) => one.keys.some((key) => keys.includes(key)));
	return { made: theirs.flatMap(({ made }) => made ?? []), isInDoubt: theirs.some(({ made }) => made === undefined) };
}

/** What is owed to people who have one of the keys, except what another item holds. */
export function owedTo(keys: readonly string[], ofRun: ItemOfRun): Made[] {
	for (const [oldest, madeAt] of owed) {
		if (owed.size <= MOST_OWED && monotonicClock.now() - madeAt < OWED_MS) break;
		forget(oldest);
	}
	const theirs = new Set(keys.flatMap((key) => [...(owedByKey.get(key) ?? [])]));
	// n8n drops the output of a canceled execution, even before it has ended.
	const isFree = ({ heldBy }: Made) =>
		heldBy === undefined || heldBy.ofRun === ofRun || heldBy.cancel?.aborted === true;
	return [...theirs].filter(isFree);
}

function forget(made: Made): void {
	owed.delete(made);
	for (const key of made.keys) {
		const theirs = owedByKey.get(key);
		theirs?.delete(made);
		if (theirs?.size === 0) owedByKey.delete(key);
	}
}

/** Lets an item output what is owed. If its execution fails, the person's next invitation gets it. */
export function hold(made: Made, { ofRun, context }: Item): void {
	const holder = { ofRun, cancel: context.getExecutionCancelSignal() };
	made.heldBy = holder;
	ofRun.whenOver.push((isOutput) => {
		// After a cancel, another execution may have taken it over.
		if (made.heldBy !== holder) return;
		made.heldBy = undefined;
		if (isOutput) forget(made);
	});
}
