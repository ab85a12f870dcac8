import { DAY_MS } from '../api/specification/values';
import { Memory } from '../shared/memory';

/** The part of Node's response to a delivery that is needed here. */
interface DeliveryResponse {
	readonly statusCode: number;
	/** `finish` fires after the response is sent, but never if the sender has hung up. */
	once(event: 'finish', listener: () => void): unknown;
}

/** The events that triggers have handled, because the service may redeliver them. */
const handled = new Memory(DAY_MS);

/** Claims an event unless another delivery already has. If n8n responds to this delivery with an error, the claim is released. */
export function claim(event: string, response: DeliveryResponse): boolean {
	if (handled.of([event]).length > 0) return false;
	const claimed = { keys: [event] };
	handled.add(claimed);
	response.once('finish', () => {
		if (response.statusCode >= 300) handled.delete(claimed);
	});
	return true;
}

/** How many events that a trigger rejects for one reason are logged in a minute. Anyone can send made-up events, and could fill the disk. */
const MOST_LOGGED = 10;
const MINUTE_MS = 60_000;

/** How many events each trigger has rejected for each reason in a minute, and when it began. Kept for a month, until the next one. */
const minutes = new Memory<{ keys: string[]; since: number; count: number }>(30 * DAY_MS);

/** Counts a rejected event, and returns the lines to log about it. `now` is in ms since the epoch. */
export function linesAbout(reason: string, trigger: string, now: number): string[] {
	const line = `An event was rejected because ${reason}`;
	// An event's age differs each time.
	const key = `${trigger} ${reason.replace(/\d+/g, '')}`;
	const [last] = minutes.of([key]);
	if (last !== undefined && Math.abs(now - last.since) < MINUTE_MS) {
		last.count += 1;
		return last.count <= MOST_LOGGED ? [line] : [];
	}
	minutes.add({ keys: [key], since: now, count: 1 });
	if (last === undefined) return [line];
	minutes.delete(last);
	const since = new Date(last.since).toISOString();
	const more = last.count - MOST_LOGGED;
	return more > 0
		? [`More events were rejected for the same reason in the minute after ${since}: ${more}`, line]
		: [line];
}
