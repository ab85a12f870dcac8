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

/** The logged rejections of the last minute, by trigger and reason. */
const logged = new Memory(60_000);

/** Whether to log that a trigger rejected an event, which then counts as logged. */
export function isWorthLogging(reason: string, trigger: string): boolean {
	// An event's age differs each time.
	const keys = [`${trigger} ${reason.replace(/\d+/g, '')}`];
	if (logged.of(keys).length >= MOST_LOGGED) return false;
	logged.add({ keys });
	return true;
}
