/** Whether two addresses name the same place, however the service spells the one it was given. */
export function isSameAddress(one: string, other: string): boolean {
	return one === other || (URL.canParse(one) && URL.canParse(other) && new URL(one).href === new URL(other).href);
}

/**
 * Whether an address is the one under which n8n listens for test events of the node whose production address is given,
 * or the other way round. n8n makes both from the same base and the same end, `<webhookId>/<path>`; only the segment
 * before it differs, by default `webhook` and `webhook-test`.
 *
 * @param webhookId n8n's id of the node's webhook, without which two nodes can't be told apart
 */
export function isTestTwin(address: string, other: string, webhookId: string | undefined): boolean {
	if (!URL.canParse(address) || !URL.canParse(other)) return false;
	const [here, there] = [new URL(address), new URL(other)];
	if (here.origin !== there.origin || here.search !== there.search) return false;
	const [segments, otherSegments] = [here.pathname.split('/'), there.pathname.split('/')];
	// A path begins with an empty segment: an id that is empty or unknown is found there, and nothing stands before it.
	const endpoint = segments.indexOf(encodeURIComponent(webhookId ?? '')) - 1;
	return (
		endpoint >= 0 &&
		segments.length === otherSegments.length &&
		segments.every((segment, index) => (segment === otherSegments[index]) === (index !== endpoint))
	);
}

/** Whether an address leads to the machine it is used on: exactly `localhost`, `127.0.0.1` and `[::1]`. */
export function isLoopback(address: string): boolean {
	return URL.canParse(address) && ['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname);
}
