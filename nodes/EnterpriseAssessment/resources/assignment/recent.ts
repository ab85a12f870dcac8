import type { Clock } from '../../../api/pacing/clock';
import { monotonicClock } from '../../../api/pacing/clock';
import type { AssignResponse } from '../../../api/specification/types';
import type { Names } from './names';

/** For so long readings can lack what was made, and the service can still carry out what it didn't answer. */
const KEEP_MS = 120_000;

export type Made = Pick<AssignResponse, 'userId' | 'userAssessmentId'>;

/** An invitation by this process: under way, or ended in the last two minutes. */
export interface RecentInvitation {
	/** As the item gives them and the service shows them. */
	names: Names;
	assessmentId: string;
	made?: Made;
	/** Whether a request got no clear answer. What it made may have been found since. */
	isInDoubt?: boolean;
	/** Undefined while it is under way. */
	endedAt?: number;
}

/** Invitations by keys such as the names of a person. Those that ended two minutes ago are gone. */
export class RecentInvitations {
	readonly #clock: Clock;
	readonly #byKey: Map<string, Set<RecentInvitation>>;
	#tidiedAt = 0;

	constructor(clock: Clock, byKey = new Map<string, Set<RecentInvitation>>()) {
		this.#clock = clock;
		this.#byKey = byKey;
	}

	add(invitation: RecentInvitation, keys: readonly string[]): void {
		for (const key of keys) this.#byKey.set(key, (this.#byKey.get(key) ?? new Set()).add(invitation));
	}

	/** All but the one that asks. */
	others(invitation: RecentInvitation, keys: readonly string[]): RecentInvitation[] {
		const found = new Set(keys.flatMap((key) => [...(this.#byKey.get(key) ?? [])]));
		return [...found].filter((other) => other !== invitation && this.#isRecent(other));
	}

	end(invitation: RecentInvitation): void {
		const now = this.#clock.now();
		invitation.endedAt = now;
		if (now - this.#tidiedAt < KEEP_MS) return;
		this.#tidiedAt = now;
		for (const [key, invitations] of this.#byKey) {
			for (const one of invitations) if (!this.#isRecent(one)) invitations.delete(one);
			if (invitations.size === 0) this.#byKey.delete(key);
		}
	}

	#isRecent({ endedAt }: RecentInvitation): boolean {
		return endedAt === undefined || this.#clock.now() - endedAt < KEEP_MS;
	}
}

/** Of all executions and accounts. Lives as long as the process. */
export const recentInvitations = new RecentInvitations(monotonicClock);
