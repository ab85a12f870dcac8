import { systemClock } from '../pacing/clock';

/** How long the requests of one run of a node have waited for their turns: time in which at least one of them waited. */
interface Wait {
	waiting: number;
	since: number;
	ms: number;
}

/** By the context of the run. */
const waits = new WeakMap<object, Wait>();

export function waitedMs(context: object): number {
	return waits.get(context)?.ms ?? 0;
}

/** Counts the time until the turn is there, or given up. */
export async function countWait<T>(context: object, turn: Promise<T>): Promise<T> {
	const wait = waits.get(context) ?? { waiting: 0, since: 0, ms: 0 };
	waits.set(context, wait);
	if (wait.waiting++ === 0) wait.since = systemClock.now();
	const result = await turn;
	if (--wait.waiting === 0) wait.ms += systemClock.now() - wait.since;
	return result;
}
