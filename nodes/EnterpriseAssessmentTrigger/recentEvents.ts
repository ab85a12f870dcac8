import { DAY_MS } from '../api/specification/values';

/** The part of Node's response to a delivery that is needed here. */
export interface DeliveryResponse {
	readonly statusCode: number;
	/** `finish` fires after the response is sent, but never if the sender has hung up. */
	once(event: 'finish', listener: () => void): unknown;
}

const MOST_KEYS = 10_000;

/** Remembers keys for some time, and only the latest ones. */
function recentKeys(rememberedMs: number) {
	/** When each key was added, oldest first. */
	const keys = new Map<string, number>();
	return {
		/** Adds a key. Returns false if it's already there. */
		add(key: string, now: number): boolean {
			for (const [oldest, at] of keys) {
				if (keys.size <= MOST_KEYS && now - at < rememberedMs) break;
				keys.delete(oldest);
			}
			if (keys.has(key)) return false;
			keys.set(key, now);
			return true;
		},
		delete: (key: string) => keys.delete(key),
	};
}

/** The events that triggers have handled, because the service may redeliver them. */
const handled = recentKeys(DAY_MS);

/** Claims an event unless another delivery already has. If n8n responds to this delivery with an error, the claim is released. */
export function claim(event: string, response: DeliveryResponse, now: number): boolean {
	const isClaimed = handled.add(event, now);
	response.once('finish', () => {
		if (isClaimed && response.statusCode >= 300) handled.delete(event);
	});
	return isClaimed;
}

/** The reasons for rejections that triggers have just logged. Anyone can send made-up events, and could fill the disk with log lines. */
export const loggedReasons = recentKeys(60_000);
