import { type Clock, monotonicClock } from '../../../api/pacing/clock';
import { SURELY_SHOWN_MS } from '../../../api/request/failure';
import type { AssignResponse, User } from '../../../api/specification/types';
import type { ItemOfRun } from '../../runs';
import type { Identifiers } from './identity';

/** How long an assignment that no execution has output is kept, and how many of them. */
const KEEP_OWED_MS = 24 * 60 * 60_000;
const MOST_OWED = 10_000;

/** How often invitations that aren't needed anymore are removed. */
const SWEEP_MS = 30_000;

export type Assigned = Pick<AssignResponse, 'userId' | 'userAssessmentId'>;

/** An assignment with its links, which are missing if the response was lost. */
export type WithLinks = Assigned & Partial<AssignResponse>;

/** An invitation whose request is on its way, that ended in the last two minutes, or whose assignment no execution has output. */
export interface RecentInvitation {
	identifiers: Identifiers;
	assessmentId: string;
	/** Undefined if nothing was assigned, or if we don't know whether anything was. */
	assigned?: Assigned;
	/** Whether a request didn't get a usable response. If we found what it assigned, `assigned` is set too. */
	isInDoubt?: boolean;
	/** Undefined while the request is on its way. */
	endedAt?: number;
	/** The assignment, if no execution has output it yet. */
	owed?: WithLinks;
	heldBy?: Holder;
}

/** The item that outputs an assignment if its execution succeeds. n8n drops the output of a canceled one, even before it has ended. */
interface Holder {
	item: ItemOfRun;
	cancel: AbortSignal | undefined;
}

/** Lets an item output an assignment. If its execution fails, the assignment waits for the next invitation. */
export function hold(invitation: RecentInvitation, owed: WithLinks, holder: Holder): void {
	const { item } = holder;
	invitation.owed = owed;
	invitation.heldBy = holder;
	item.whenOver.push((isOutput) => {
		// After a cancel, another execution may have taken it over.
		if (invitation.heldBy?.item !== item) return;
		invitation.heldBy = undefined;
		if (isOutput) invitation.owed = undefined;
	});
}

/** The assignment, if no execution has output it and no other item holds it. */
export function owedTo({ owed, heldBy }: RecentInvitation, item: ItemOfRun): WithLinks | undefined {
	const isFree = heldBy === undefined || heldBy.item === item || heldBy.cancel?.aborted === true;
	return isFree ? owed : undefined;
}

export class RecentInvitations {
	readonly #clock: Clock;
	readonly #byKey: Map<string, Set<RecentInvitation>>;
	#sweptAt = 0;

	constructor(clock: Clock, byKey = new Map<string, Set<RecentInvitation>>()) {
		this.#clock = clock;
		this.#byKey = byKey;
	}

	/** Runs an invitation's request, and keeps the invitation from then on. */
	async during<T>(invitation: RecentInvitation, keys: readonly string[], request: () => Promise<T>): Promise<T> {
		for (const key of keys) this.#byKey.set(key, (this.#byKey.get(key) ?? new Set()).add(invitation));
		try {
			return await request();
		} finally {
			invitation.endedAt = this.#clock.now();
		}
	}

	/** The invitations kept under any of the keys. If `users` were read, what they should show by now, but don't, was deleted. */
	of(keys: readonly string[], users?: ReadonlyArray<User | null>): RecentInvitation[] {
		if (this.#clock.now() - this.#sweptAt >= SWEEP_MS) this.#sweep();
		const found = new Set(keys.flatMap((key) => [...(this.#byKey.get(key) ?? [])]));
		return [...found].filter((one) => this.#counts(one, users));
	}

	#sweep(): void {
		this.#sweptAt = this.#clock.now();
		// A Map keeps the order in which keys were added, so the last ones are the newest.
		const owed = new Set([...this.#byKey.values()].flatMap((those) => [...those]).filter((one) => one.owed));
		for (const one of [...owed].slice(0, -MOST_OWED)) one.owed = undefined;
		for (const [key, invitations] of this.#byKey) {
			for (const one of invitations) if (!this.#counts(one)) invitations.delete(one);
			if (invitations.size === 0) this.#byKey.delete(key);
		}
	}

	/** Whether an invitation still counts. */
	#counts({ assigned, endedAt, owed }: RecentInvitation, users?: ReadonlyArray<User | null>): boolean {
		const ageMs = endedAt === undefined ? 0 : this.#clock.now() - endedAt;
		if (ageMs < SURELY_SHOWN_MS) return true;
		const shown = users?.find((user) => user?.userId === assigned?.userId)?.scoreReports ?? [];
		const isShown = shown.some(({ userAssessmentId }) => userAssessmentId === assigned?.userAssessmentId);
		return owed !== undefined && ageMs < KEEP_OWED_MS && (users === undefined || isShown);
	}
}

/** For all executions and accounts. Lives as long as the process. */
export const recentInvitations = new RecentInvitations(monotonicClock);
