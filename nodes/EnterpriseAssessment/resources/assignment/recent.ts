import { type Clock, monotonicClock } from '../../../api/pacing/clock';
import { SURELY_SHOWN_MS } from '../../../api/request/failure';
import type { AssignResponse } from '../../../api/specification/types';
import type { ItemOfRun } from '../../runs';
import type { AssignedHere, UserByIdentifier } from './person';

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

	/**
	 * The invitations stored under any of the keys.
	 *
	 * @param users what the service shows of the person, if that was read. An assignment that it should show by now, but doesn't,
	 * was deleted there.
	 */
	of(keys: readonly string[], users?: UserByIdentifier): RecentInvitation[] {
		const found = new Set(keys.flatMap((key) => [...(this.#byKey.get(key) ?? [])]));
		return [...found].filter(
			(one) => this.#isWithin(SURELY_SHOWN_MS, one) || (this.#isNeeded(one) && (!users || isShown(one, users))),
		);
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

	#isNeeded(invitation: RecentInvitation): boolean {
		return this.#isWithin(invitation.owed === undefined ? SURELY_SHOWN_MS : KEEP_OWED_MS, invitation);
	}

	/** Whether an invitation is in progress, or ended within this time. */
	#isWithin(ms: number, { endedAt }: RecentInvitation): boolean {
		return endedAt === undefined || this.#clock.now() - endedAt < ms;
	}
}

function isShown({ assigned }: RecentInvitation, users: UserByIdentifier): boolean {
	const user = Object.values(users).find((one) => one?.userId === assigned?.userId);
	return user?.scoreReports.some(({ userAssessmentId }) => userAssessmentId === assigned?.userAssessmentId) === true;
}

/** For all executions and accounts. Lives as long as the process. */
export const recentInvitations = new RecentInvitations(monotonicClock);
