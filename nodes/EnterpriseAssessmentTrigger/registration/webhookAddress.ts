/** Whether two addresses name the same place, however the service spells the one it was given. */
export function isSameAddress(one: string, other: string): boolean {
	return one === other || (URL.canParse(one) && URL.canParse(other) && new URL(one).href === new URL(other).href);
}

/**
 * Whether an address is the one under which n8n listens for test events of the node whose production address is given,
 * or the other way round. n8n makes both from the same base and the same end, `<webhookId>/<path>`; only the segment
 * before it differs, by default `webhook` and `webhook-test`. With WEBHOOK_URL and N8N_EDITOR_BASE_URL, n8n 2.41 makes the
 * one for tests from the editor's address.
 *
 * @param webhookId n8n's id of the node's webhook, without which two nodes can't be told apart
 * @param editorBase the editor's address (in n8n 1.x that of webhooks), which the other one may have as its base. Not the other way
 *   round: with the editor's as its own base, every copy of this n8n would pass for it.
 */
export function isTestTwin(address: string, other: string, webhookId: string | undefined, editorBase: string): boolean {
	const [one, two] = [partsOf(address, webhookId), partsOf(other, webhookId)];
	if (one === undefined || two === undefined) return false;
	const isOfThisN8n = two.base === one.base || isSameAddress(two.base, editorBase);
	return isOfThisN8n && one.endpoint !== two.endpoint && one.end === two.end;
}

/** @returns undefined where the id is not in the path, after another segment */
function partsOf(address: string, webhookId = ''): { base: string; endpoint: string; end: string } | undefined {
	if (webhookId === '' || !URL.canParse(address)) return undefined;
	const { origin, pathname, search } = new URL(address);
	const segments = pathname.split('/');
	const id = segments.indexOf(encodeURIComponent(webhookId));
	const endpoint = segments[id - 1];
	if (endpoint === undefined) return undefined;
	const base = `${origin}${[...segments.slice(0, id - 1), ''].join('/')}`;
	return { base, endpoint, end: `${segments.slice(id).join('/')}${search}` };
}

/** Whether an address leads to the machine it is used on: exactly `localhost`, `127.0.0.1` and `[::1]`. */
export function isLoopback(address: string): boolean {
	return URL.canParse(address) && ['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname);
}
