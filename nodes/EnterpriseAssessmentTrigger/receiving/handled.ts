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
 * Whether an event was not handled before. It counts as handled from now on, unless n8n answers this delivery with an error.
 *
 * @param now milliseconds, never going back
 */
export function isNew(event: string, answer: Answer, now: number): boolean {
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
