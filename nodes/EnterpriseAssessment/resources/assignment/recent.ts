import { type Clock, monotonicClock } from '../../../api/pacing/clock';
import type { AssignResponse } from '../../../api/specification/types';
import type { ItemOfRun } from '../../runs';
import type { AssignedHere } from './person';

/** How long the service might take to show a new assignment, or to process a request that it didn't answer. */
const KEEP_MS = 120_000;

/** How long an assignment that no execution has output is kept, and how many of them. */
const KEEP_OWED_MS = 24 * 60 * 60_000;
const MOST_OWED = 10_000;

/** How often invitations that aren't needed anymore are removed. */
const SWEEP_MS = 30_000;

/** An invitation that this process is sending now, that ended in the last two minutes, or whose assignment no execution has output. */
export interface RecentInvitation extends AssignedHere {
	/** Whether a request didn't get a usable response. If we found what it assigned, `assigned` is set too. */
	isInDoubt?: boolean;
	/** Undefined while the invitation is in progress. */
	endedAt?: number;
	/** The links of an assignment that no execution has output yet. */
	owed?: Owed;
}

interface Owed {
	/** Empty if the response was lost. */
	links: Partial<AssignResponse>;
	/** The item that outputs it if its execution succeeds. */
	heldBy?: ItemOfRun;
	/** n8n drops the output of a canceled execution, even before it has ended. */
	cancel?: AbortSignal;
}

/** Lets an item output an assignment. If its execution fails, the assignment waits for the next invitation. */
export function hold(
	invitation: RecentInvitation,
	{ links }: Pick<Owed, 'links'>,
	{ item, cancel }: { item: ItemOfRun; cancel?: AbortSignal },
): void {
	const owed: Owed = { links, heldBy: item, cancel };
	invitation.owed = owed;
	item.whenOver.push((isOutput) => {
		// After a cancel, another execution may have taken it over.
		if (invitation.owed !== owed) return;
		if (isOutput) delete invitation.owed;
		else delete owed.heldBy;
	});
}

/** The assignment's links, if no execution has output them and no other item holds them. */
export function owedTo({ owed }: RecentInvitation, item: ItemOfRun): Owed | undefined {
	const isFree = owed?.heldBy === undefined || owed.cancel?.aborted === true;
	return isFree || owed.heldBy === item ? owed : undefined;
}

export class RecentInvitations {
	readonly #clock: Clock;
	readonly #byKey: Map<string, Set<RecentInvitation>>;
	#sweptAt = 0;

	constructor(clock: Clock, byKey = new Map<string, Set<RecentInvitation>>()) {
		this.#clock = clock;
		this.#byKey = byKey;
	}

	add(invitation: RecentInvitation, keys: readonly string[]): void {
		for (const key of keys) this.#byKey.set(key, (this.#byKey.get(key) ?? new Set()).add(invitation));
	}

	/** The invitations stored under any of the keys. */
	of(keys: readonly string[]): RecentInvitation[] {
		const found = new Set(keys.flatMap((key) => [...(this.#byKey.get(key) ?? [])]));
		return [...found].filter((invitation) => this.#isNeeded(invitation));
	}

	end(invitation: RecentInvitation): void {
		const now = this.#clock.now();
		invitation.endedAt = now;
		if (now - this.#sweptAt < SWEEP_MS) return;
		this.#sweptAt = now;
		// A Map keeps the order in which keys were added, so the last ones are the newest.
		const owed = new Set([...this.#byKey.values()].flatMap((those) => [...those]).filter((one) => one.owed));
		for (const one of [...owed].slice(0, -MOST_OWED)) delete one.owed;
		for (const [key, invitations] of this.#byKey) {
			for (const one of invitations) if (!this.#isNeeded(one)) invitations.delete(one);
			if (invitations.size === 0) this.#byKey.delete(key);
		}
	}

	#isNeeded({ endedAt, owed }: RecentInvitation): boolean {
		return endedAt === undefined || this.#clock.now() - endedAt < (owed === undefined ? KEEP_MS : KEEP_OWED_MS);
	}
}

/** For all executions and accounts. Lives as long as the process. */
export const recentInvitations = new RecentInvitations(monotonicClock);
