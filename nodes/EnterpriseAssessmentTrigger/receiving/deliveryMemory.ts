/** How long a service may go on redelivering an event that it saw answered. */
export const REMEMBERED_MS = 24 * 60 * 60_000;
export const REMEMBERED_EVENTS = 10_000;

/** The part of a delivery that is to be run, once it is known. */
export interface Claim {
	/** The events of the delivery that were not handled before. */
	ids: readonly string[];
	/** To be called once, when the delivery was answered, or will not be. */
	end(withSuccess: boolean): void;
}

export interface DeliveryMemory {
	/** Waits while another delivery of the same event is being answered, so that the two don't both run. */
	claim(ids: readonly string[]): Promise<Claim>;
}

/**
 * Remembers which events were handled, so that a redelivery does not run again. An event is handled when n8n has answered its
 * delivery with success, whether or not the sender learned of that.
 *
 * @param now milliseconds since the epoch
 */
export function createDeliveryMemory(now: () => number): DeliveryMemory {
	/** When each event was handled, the oldest first. */
	const handledAt = new Map<string, number>();
	const inFlight = new Map<string, Promise<void>>();

	function isHandled(id: string): boolean {
		const at = handledAt.get(id);
		return at !== undefined && now() - at < REMEMBERED_MS;
	}

	function noteHandled(id: string): void {
		handledAt.delete(id);
		handledAt.set(id, now());
		for (const [oldest, at] of handledAt) {
			if (handledAt.size <= REMEMBERED_EVENTS && now() - at < REMEMBERED_MS) break;
			handledAt.delete(oldest);
		}
	}

	return {
		async claim(candidates) {
			for (;;) {
				const other = candidates.map((id) => inFlight.get(id)).find((attempt) => attempt !== undefined);
				if (other === undefined) break;
				await other;
			}
			const ids = candidates.filter((id) => !isHandled(id));
			let answered: () => void = () => {};
			const attempt = new Promise<void>((resolve) => {
				answered = resolve;
			});
			for (const id of ids) inFlight.set(id, attempt);
			return {
				ids,
				end(withSuccess) {
					for (const id of ids) {
						inFlight.delete(id);
						if (withSuccess) noteHandled(id);
					}
					answered();
				},
			};
		},
	};
}
