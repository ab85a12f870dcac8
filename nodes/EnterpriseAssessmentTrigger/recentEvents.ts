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
