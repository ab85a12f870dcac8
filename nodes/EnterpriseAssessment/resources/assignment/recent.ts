import { type Clock, monotonicClock } from '../../../api/pacing/clock';
import type { AssignResponse } from '../../../api/specification/types';

/** A person's names, ready to compare: email addresses in lower case, identifiers as they are. */
export interface Names {
	email?: string;
	uniqueIdentifier?: string;
}

/** @param user from an item or the service. A missing name can be empty or null. */
export function namesOf(user: { email?: string | null; uniqueIdentifier?: string | null }): Names {
	const email = user.email?.trim().toLowerCase();
	const uniqueIdentifier = user.uniqueIdentifier?.trim();
	return { ...(email ? { email } : {}), ...(uniqueIdentifier ? { uniqueIdentifier } : {}) };
}

/** Two people who share a name share a key. */
export function nameKeys({ email, uniqueIdentifier }: Names): string[] {
	return [
		...(email === undefined ? [] : [`email ${email}`]),
		...(uniqueIdentifier === undefined ? [] : [`uniqueIdentifier ${uniqueIdentifier}`]),
	];
}

export function haveDifferentIdentifiers(one: Names, other: Names): boolean {
	const [identifier, otherIdentifier] = [one.uniqueIdentifier, other.uniqueIdentifier];
	return identifier !== undefined && otherIdentifier !== undefined && identifier !== otherIdentifier;
}

/** How long the service might take to show a new assignment, or to process a request that it didn't answer. */
const KEEP_MS = 120_000;

export type Assigned = Pick<AssignResponse, 'userId' | 'userAssessmentId'>;

/** An invitation that this process is sending now, or that ended in the last two minutes. */
export interface RecentInvitation {
	/** The names from the item, and those that the service returned. */
	names: Names;
	assessmentId: string;
	/** Undefined if nothing was assigned, or if we don't know what was. */
	assigned?: Assigned;
	/** Whether it's unclear if the service processed a request. */
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
