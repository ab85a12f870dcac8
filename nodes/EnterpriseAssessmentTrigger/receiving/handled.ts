import { isSuccess } from '../../api/specification/endpoints';

/** What is used of Node's response to a delivery. */
export interface Answer {
	readonly statusCode: number;
	/** 'finish' comes when the answer was sent; it never comes where the sender has hung up. */
	once(event: 'finish', listener: () => void): unknown;
}

/** How long a service may go on redelivering an event that it saw answered. */
const REMEMBERED_MS = 24 * 60 * 60_000;

const REMEMBERED_EVENTS = 10_000;

/** When each event arrived, the oldest first. */
const handled = new Map<string, number>();

/**
 * Claims an event for this delivery, unless another has claimed it: it counts as handled from now on, unless n8n answers this
 * delivery with an error. `now` is in milliseconds and never goes back.
 */
export function claim(event: string, answer: Answer, now: number): boolean {
	for (const [oldest, at] of handled) {
		if (handled.size <= REMEMBERED_EVENTS && now - at < REMEMBERED_MS) break;
		handled.delete(oldest);
	}
	if (handled.has(event)) return false;
	handled.set(event, now);
	answer.once('finish', () => {
		if (!isSuccess(answer.statusCode)) handled.delete(event);
	});
	return true;
}
