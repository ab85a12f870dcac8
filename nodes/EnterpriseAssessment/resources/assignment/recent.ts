import { SURELY_SHOWN_MS } from '../../../api/request/failure';
import { type AssignRequest, type AssignResponse, DAY_MS } from '../../../api/specification/values';
import { Memory } from '../../../shared/memory';
import type { ItemOfRun } from '../../operation';
import type { Identifiers } from './identity';
import type { Name } from './names';

/** An assignment, and its links as far as we have them. */
export type Assigned = Pick<AssignResponse, 'userId' | 'userAssessmentId'> & {
	[Field in keyof AssignResponse]?: AssignResponse[Field] | null;
};

export interface Attempt {
	/** One for each identifier, so attempts for the same person share a key. */
	keys: readonly string[];
	/** The item's, and those that the service has. */
	identifiers: Identifiers;
	/** The one that the service has, or else the item's. */
	name: Name;
	body: AssignRequest;
}

/** An attempt whose outcome is unclear. Between these times, the service may have carried it out, in ms since the epoch. */
interface Doubt extends Attempt {
	since: number;
	until: number;
}

export interface Made extends Attempt {
	assigned: Assigned;
	/** The item that outputs it if its execution succeeds. */
	heldBy?: ItemOfRun;
	/** The item whose error says that the link is lost. After that, the person's next invitation goes by its policy. */
	toldBy?: ItemOfRun;
}

// All are for all executions and accounts, and live as long as the process.

/** The new assignments of the last two minutes, because the service may not show them yet. */
export const recentlyMade = new Memory<Made>(SURELY_SHOWN_MS);

/** The new assignments that no execution has output yet. */
const owed = new Memory<Made>(DAY_MS);

/** What may have been assigned, without a link for the person. */
const doubts = new Memory<Doubt>(DAY_MS);

/** @param since when the request was first sent, in ms since the epoch. Infinity if what it made can't be told from what the person had. */
export function keepDoubt(attempt: Attempt, since: number): void {
	doubts.add({ ...attempt, since, until: Date.now() });
}

/** Whether the service may still be processing an earlier request for the person. */
export function isUnclear({ keys }: Attempt): boolean {
	return doubts.of(keys).some(({ until }) => Date.now() - until < SURELY_SHOWN_MS);
}

export function doubtsOf({ keys, body }: Attempt): Doubt[] {
	return doubts.of(keys).filter((doubt) => doubt.body.assessmentId === body.assessmentId);
}

/** Remembers a new assignment, and owes it to the person until an execution has output it. Its own item is the first to hold it. */
export function keepMade(made: Made, item: ItemOfRun): Made {
	for (const doubt of doubtsOf(made)) doubts.delete(doubt);
	recentlyMade.add(made);
	owed.add(made);
	hold(made, item);
	return made;
}

/** What is owed to people who have one of the keys, except what another item holds. */
export function owedTo(keys: readonly string[], item: ItemOfRun): Made[] {
	// n8n drops the output of a canceled execution, even before it has ended.
	return owed.of(keys).filter(({ heldBy }) => !heldBy || heldBy === item || heldBy.cancel?.aborted === true);
}

/** Lets an item output what is owed. If its execution fails, the person's next invitation gets it. */
export function hold(made: Made, item: ItemOfRun): void {
	made.heldBy = item;
	item.whenOver.push((isOutput) => {
		// After a cancel, another execution may have taken it over.
		if (made.heldBy !== item) return;
		made.heldBy = undefined;
		// After a cancel, n8n drops the item's error, too.
		if (isOutput || (made.toldBy === item && item.cancel?.aborted !== true)) owed.delete(made);
	});
}
