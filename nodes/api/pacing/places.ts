import type { Limit } from './limits';
import { LONG_LIMIT, SHORT_LIMIT } from './limits';
import type { Travel } from './travel';
import { allowanceMs, LONGEST_TRAVEL_MS } from './travel';

/** One request's place in the service's windows; times in ms since the epoch. */
export interface Place {
	readonly sentAt: number;
	answeredAt?: number;
}

/**
 * Which places of the account's windows are taken, as the service sees it: by the time of arrival, which lies somewhere
 * between sending and answer.
 */
export class Places {
	/** Those that may still be in the short window. */
	#recent: Place[] = [];
	#inFlight = 0;
	/** Answers to requests that counted, in their order: a ring as long as the long limit. */
	readonly #answers: number[] = [];
	#counted = 0;

	take(now: number): Place {
		const place: Place = { sentAt: now };
		this.#inFlight += 1;
		this.#recent.push(place);
		return place;
	}

	/** The request was answered, or nobody waits for its answer any more. */
	settle(place: Place, now: number): void {
		this.#inFlight -= 1;
		place.answeredAt = now;
		this.#answers[this.#counted % LONG_LIMIT.requests] = now;
		this.#counted += 1;
	}

	/** The service did not count the request: specification, Limits. */
	refuse(place: Place, now: number): void {
		this.#inFlight -= 1;
		place.answeredAt = now;
		this.#recent = this.#recent.filter((other) => other !== place);
	}

	/**
	 * When the next request may be sent, as far as is known now.
	 *
	 * @param inUse how many places of the short window are used
	 */
	freeAt(inUse: number, travel: Travel, now: number): number {
		return Math.max(this.#shortFreeAt(inUse, travel, now), this.longFreeAt());
	}

	/** When the 20-minute window has room; in the past when it has. */
	longFreeAt(): number {
		const before = this.#counted + this.#inFlight - LONG_LIMIT.requests;
		const answer = before < 0 ? undefined : this.#answers[before % LONG_LIMIT.requests];
		return answer === undefined ? Number.NEGATIVE_INFINITY : leavesAt(LONG_LIMIT, answer);
	}

	/** Whether every window is as if nothing had ever been sent. */
	isEmpty(now: number): boolean {
		const last = this.#answers[(this.#counted - 1) % LONG_LIMIT.requests];
		return this.#inFlight === 0 && (last === undefined || leavesAt(LONG_LIMIT, last) <= now);
	}

	/** Whether the other requests of this process alone can have filled the short window when this one arrived. */
	canExplainRefusal(place: Place): boolean {
		const possible = this.#recent.filter(
			(other) => other !== place && leavesAt(SHORT_LIMIT, other.answeredAt ?? Number.POSITIVE_INFINITY) > place.sentAt,
		);
		return possible.length >= SHORT_LIMIT.requests;
	}

	#shortFreeAt(inUse: number, travel: Travel, now: number): number {
		if (this.#recent.some((place) => forgottenAt(place) <= now)) {
			this.#recent = this.#recent.filter((place) => forgottenAt(place) > now);
		}
		const leaving = this.#recent
			.map((place) => leavesAt(SHORT_LIMIT, place.sentAt + allowanceMs(travel, roundOf(place))))
			.sort((a, b) => b - a);
		return leaving[inUse - 1] ?? Number.NEGATIVE_INFINITY;
	}
}

function leavesAt({ windowMs }: Limit, arrival: number): number {
	return arrival + windowMs;
}

/** A request that was sent while the place may have been taken can still be refused for it. */
function forgottenAt({ sentAt, answeredAt }: Place): number {
	return leavesAt(SHORT_LIMIT, answeredAt ?? sentAt + LONGEST_TRAVEL_MS) + LONGEST_TRAVEL_MS;
}

function roundOf({ sentAt, answeredAt }: Place): number | undefined {
	return answeredAt === undefined ? undefined : answeredAt - sentAt;
}
