import { DAY_MS } from '../api/specification/values';

/** The part of Node's response to a delivery that is needed here. */
export interface DeliveryResponse {
	readonly statusCode: number;
	/** `finish` fires after the response is sent, but never if the sender has hung up. */
	once(event: 'finish', listener: () => void): unknown;
}

/** How long to remember a handled event, and how many at most, because the service may redeliver them. */
const REMEMBERED_MS = DAY_MS;
const REMEMBERED_EVENTS = 10_000;

/** When each event arrived, oldest first. */
const handled = new Map<string, number>();

/** Claims an event unless another delivery already has. If n8n responds to this delivery with an error, the claim is released. */
export function claim(event: string, response: DeliveryResponse, now: number): boolean {
	for (const [oldest, at] of handled) {
		if (handled.size <= REMEMBERED_EVENTS && now - at < REMEMBERED_MS) break;
		handled.delete(oldest);
	}
	if (handled.has(event)) return false;
	handled.set(event, now);
	response.once('finish', () => {
		if (response.statusCode >= 300) handled.delete(event);
	});
	return true;
}
