import type { WebhookRegistration } from '../../api/specification/types';

/** n8n shows a trigger's user nothing but the message of an error, so each one says everything. */

const ONE_PER_ACCOUNT = 'The service keeps one webhook per account, so it was left as it is';

export function foreignWebhook(remote: WebhookRegistration, purpose: 'production' | 'test'): string {
	const waysOut =
		purpose === 'test'
			? 'A test never replaces it: pin example data to build the workflow, or unpublish or remove what uses that address while you test'
			: "Unpublish or remove what uses that address, or turn on 'Replace Existing Webhook' to take over from it, or use the Enterprise Assessment Poll Trigger, which works in any number of workflows";
	// The ways out come early: n8n's message is a few lines high, and the rest has to be scrolled to.
	return `Another webhook is registered for this account: '${remote.url}', since ${remote.createdAt}. ${waysOut}. ${ONE_PER_ACCOUNT}.`;
}

export function productionWebhookWhileTesting(remote: WebhookRegistration): string {
	return `This workflow is published and receives its events at '${remote.url}', since ${remote.createdAt}. ${ONE_PER_ACCOUNT}, because listening for a test event would cut off the published workflow. Copy an event from one of its executions into the editor, or unpublish the workflow while you test.`;
}

export function overwrittenMeanwhile(remote: WebhookRegistration | null): string {
	return remote === null
		? 'The webhook was registered, but the service shows none: something else removed it at the same moment. Check what else uses the account, then try again.'
		: `The webhook was registered, but at the same moment something else registered '${remote.url}' (since ${remote.createdAt}). Check what else uses the account, then try again.`;
}

export function noSigningKey(apiVersion: string): string {
	return `API version ${apiVersion} gives no signing key for the webhook, so that anybody could send made-up events. Set 'API Version' (apiVersion) in the credentials to 2020q3, or turn on this node's option 'Accept Unsigned Events'.`;
}

export function unreadableSigningKey(encoding: string): string {
	return `The service gave a signing key that is not valid ${encoding}. Set this node's option 'Signing Key Encoding' to Auto.`;
}

export function unreachableAddress(url: string): string {
	return `The service can't reach '${url}', an address of n8n's own machine. Set n8n's environment variable N8N_WEBHOOK_URL (older n8n: WEBHOOK_URL) to the address under which n8n can be reached from the internet, restart n8n and try again.`;
}

export function oldAddressStays(url: string): string {
	return `The account's webhook '${url}' was left registered: this trigger registered it, but its own address has changed since (N8N_WEBHOOK_URL or WEBHOOK_URL). Publish the workflow to take it over, or delete it with the Enterprise Assessment node (Webhook, Delete).`;
}
