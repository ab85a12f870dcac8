import { type Clock, monotonicClock } from '../../../api/pacing/clock';
import type { AssignResponse } from '../../../api/specification/types';

/** A person's identifiers, ready to compare: the email address in lower case, the unique identifier as it is. */
export interface Identifiers {
	email?: string;
	uniqueIdentifier?: string;
}

/** @param user from an item or the service. A missing identifier can be empty or null. */
export function identifiersOf(user: { email?: string | null; uniqueIdentifier?: string | null }): Identifiers {
	const email = user.email?.trim().toLowerCase();
	const uniqueIdentifier = user.uniqueIdentifier?.trim();
	return { ...(email ? { email } : {}), ...(uniqueIdentifier ? { uniqueIdentifier } : {}) };
}

/** Returns one key per identifier, so people who share an identifier share a key. */
export function identifierKeys({ email, uniqueIdentifier }: Identifiers): string[] {
	return [
		...(email === undefined ? [] : [`email ${email}`]),
		...(uniqueIdentifier === undefined ? [] : [`uniqueIdentifier ${uniqueIdentifier}`]),
	];
}

export function haveDifferentUniqueIdentifiers(one: Identifiers, other: Identifiers): boolean {
	const [identifier, otherIdentifier] = [one.uniqueIdentifier, other.uniqueIdentifier];
	return identifier !== undefined && otherIdentifier !== undefined && identifier !== otherIdentifier;
}

/** How long the service might take to show a new assignment, or to process a request that it didn't answer. */
const KEEP_MS = 120_000;

export type Assigned = Pick<AssignResponse, 'userId' | 'userAssessmentId'>;

/** An invitation that this process is sending now, or that ended in the last two minutes. */
export interface RecentInvitation {
	/** The identifiers from the item, and those that the service returned. */
	identifiers: Identifiers;
	assessmentId: string;
	/** Undefined if nothing was assigned, or if we don't know whether anything was. */
	assigned?: Assigned;
	/** Whether a request didn't get a usable response. If we found what it assigned, `assigned` is set too. */
	isInDoubt?: boolean;
	/** Undefined while the invitation is in progress. */
	endedAt?: number;
}

export class RecentInvitations {
	readonly #clock: Clock;
	readonly #byKey: Map<string, Set<RecentInvitation>>;

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
		return [...found].filter((invitation) => this.#isRecent(invitation));
	}

	end(invitation: RecentInvitation): void {
		invitation.endedAt = this.#clock.now();
		for (const [key, invitations] of this.#byKey) {
			for (const one of invitations) if (!this.#isRecent(one)) invitations.delete(one);
			if (invitations.size === 0) this.#byKey.delete(key);
		}
	}

	#isRecent({ endedAt }: RecentInvitation): boolean {
		return endedAt === undefined || this.#clock.now() - endedAt < KEEP_MS;
	}
}

/** For all executions and accounts. Lives as long as the process. */
export const recentInvitations = new RecentInvitations(monotonicClock);
