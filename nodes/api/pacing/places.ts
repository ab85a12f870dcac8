import type { Limit } from './limits';
import { LONG_LIMIT, SHORT_LIMIT } from './limits';
import type { Travel } from './travel';
import { earliestArrivalMs, latestArrivalMs, LONGEST_TRAVEL_MS } from './travel';

/** One request's place in the service's windows; times in ms since the epoch. */
export interface Place {
	readonly number: number;
	readonly sentAt: number;
	answeredAt?: number;
}

/** Clocks count in whole milliseconds, and a window may include its edge. */
const GUARD_MS = 3;

/**
 * Which places of the account's windows are taken, as the service sees it: by the time of arrival, which lies somewhere
 * between sending and answer.
 */
export class Places {
	/** Those that may still be in the short window. */
	#recent: Place[] = [];
	/** Latest arrivals of the last requests, each in the slot of its number: a ring as long as the long limit. */
	readonly #arrivals: number[] = [];
	#taken = 0;

	take(now: number): Place {
		const place: Place = { number: this.#taken++, sentAt: now };
		this.#recent.push(place);
		this.#arrivals[place.number % LONG_LIMIT.requests] = now + LONGEST_TRAVEL_MS;
		return place;
	}

	answered(place: Place, now: number): void {
		place.answeredAt = now;
		if (this.#taken - place.number > LONG_LIMIT.requests) return;
		this.#arrivals[place.number % LONG_LIMIT.requests] = Math.min(now, place.sentAt + LONGEST_TRAVEL_MS);
	}

	/** Whether every window is as if nothing had ever been sent. */
	isEmpty(now: number): boolean {
		const last = this.#arrivals[(this.#taken - 1) % LONG_LIMIT.requests];
		return last === undefined || leavesAt(LONG_LIMIT, last) <= now;
	}

	/** When the next request may be sent, as far as is known now. */
	freeAt(travel: Travel, now: number): number {
		return Math.max(this.#shortFreeAt(travel, now), this.longFreeAt());
	}

	/** When the 20-minute window has room; in the past when it has. */
	longFreeAt(): number {
		const arrival = this.#arrivals[this.#taken % LONG_LIMIT.requests];
		return arrival === undefined ? 0 : leavesAt(LONG_LIMIT, arrival);
	}

	/** Whether the other requests of this process alone can have filled the short window when this one arrived. */
	canExplainRefusal(place: Place): boolean {
		const possible = this.#recent.filter(
			(other) => other !== place && leavesAt(SHORT_LIMIT, other.answeredAt ?? Number.POSITIVE_INFINITY) > place.sentAt,
		);
		return possible.length >= SHORT_LIMIT.requests;
	}

	#shortFreeAt(travel: Travel, now: number): number {
		const head = earliestArrivalMs(travel);
		const leave = (place: Place) =>
			leavesAt(SHORT_LIMIT, place.sentAt + latestArrivalMs(travel, roundOf(place))) - head;
		// What has left under any reading is forgotten.
		const certain = (place: Place) => leavesAt(SHORT_LIMIT, (place.answeredAt ?? place.sentAt) + LONGEST_TRAVEL_MS);
		if (this.#recent.some((place) => certain(place) <= now)) {
			this.#recent = this.#recent.filter((place) => certain(place) > now);
		}
		const leaving = this.#recent.map(leave).sort((a, b) => b - a);
		return leaving[SHORT_LIMIT.requests - 1] ?? 0;
	}
}

function leavesAt({ windowMs }: Limit, arrival: number): number {
	return arrival + windowMs + GUARD_MS;
}

function roundOf({ sentAt, answeredAt }: Place): number | undefined {
	return answeredAt === undefined ? undefined : answeredAt - sentAt;
}
