import { parseIsoTimestamp } from '../../api/specification/isoTimestamp';
import type { WebhookRegistration } from '../../api/specification/types';
import type { ListFilter } from '../../shared/unreadableFilter';
import { unreadableFilter } from '../../shared/unreadableFilter';

/**
 * n8n shows a trigger's user nothing but the message of an error, so each one says everything. The way out comes before the
 * address, since n8n cuts long messages.
 */

const POLL_TRIGGER = 'use the Enterprise Assessment Poll Trigger, which works in any number of workflows';

export const NO_EVENT = `'Trigger On' names no event that the service sends, so nothing would start this workflow. Choose 'Assessment Scored', or check the expression.`;

export const EXAMPLE_ALONE = `Only the example event is chosen in 'Trigger On', so no score would start this workflow. Add 'Assessment Scored'. To try the example event, test this step instead of publishing.`;

export function noListInFilter(filter: ListFilter): string {
	const { message, description } = unreadableFilter(filter);
	return `${message}, so nothing would start this workflow. ${description}.`;
}

export function foreignWebhook(remote: WebhookRegistration, purpose: 'production' | 'test'): string {
	return purpose === 'test'
		? `The account's one webhook is in use, and a test never replaces it. Pin example data to build the workflow, or unpublish what uses the webhook while you test. ${usedBy(remote)}`
		: `The account's one webhook is in use. Unpublish what uses it, turn on 'Replace Existing Webhook' to take over from it, or ${POLL_TRIGGER}. ${usedBy(remote)}`;
}

/** A workflow with two of these triggers. */
export function siblingsWebhook(remote: WebhookRegistration): string {
	return `Another trigger of this workflow has the account's one webhook. Delete this one: a single Enterprise Assessment Trigger starts the workflow for every event. ${usedBy(remote)}`;
}

/** The registration that is stored stands, at an address that is not ours. */
export function storedElsewhere(remote: WebhookRegistration): string {
	return `This workflow was published at another address, which the account's one webhook still leads to. If n8n has moved, turn on 'Replace Existing Webhook' and publish again. If this is a copy, unpublish the original, or ${POLL_TRIGGER}. ${usedBy(remote)}`;
}

/** n8n does not tell a test whether its own workflow is the published one. */
export function publishedTwin(remote: WebhookRegistration): string {
	return `A published workflow uses the account's one webhook: this one, or one with a copy of this node. Testing would cut it off. Copy an event from one of its executions into the editor, or unpublish it while you test. ${usedBy(remote)}`;
}

export function overwrittenMeanwhile(remote: WebhookRegistration | null): string {
	return remote === null
		? 'The webhook was registered, but the service shows none: something else removed it at the same moment. Check what else uses the account, then try again.'
		: `The webhook was registered, but at the same moment something else registered another one. Check what else uses the account, then try again. ${usedBy(remote)}`;
}

export function noSigningKey(apiVersion: string): string {
	return `API version ${apiVersion} gives no signing key for the webhook, so that anybody could send made-up events. Set 'API Version' (apiVersion) in the credentials to 2020q3, or turn on this node's option 'Accept Unsigned Events'.`;
}

export function unreadableSigningKey(encoding: string): string {
	return `The service gave a signing key that is not valid ${encoding}. Set this node's option 'Signing Key Encoding' to Auto.`;
}

export function incompleteAddress(url: string): string {
	return `n8n's own address is incomplete, so the service can't send events to it. Set n8n's environment variable N8N_WEBHOOK_URL (older n8n: WEBHOOK_URL) to the full address, which begins with https://, restart n8n and try again. The webhook's address is now '${url}'.`;
}

export function unreachableAddress(url: string): string {
	return `The service can't reach '${url}', an address of n8n's own machine. Set n8n's environment variable N8N_WEBHOOK_URL (older n8n: WEBHOOK_URL) to the address under which n8n can be reached from the internet, restart n8n and try again.`;
}

export function oldAddressStays(url: string): string {
	return `The account's webhook was left registered, since its address is not this trigger's any more: n8n has moved, or the workflow is a copy. To take it over, turn on 'Replace Existing Webhook' and publish; to remove it, use the Enterprise Assessment node (Webhook, Delete). It leads to '${url}'.`;
}

function usedBy({ url, createdAt }: WebhookRegistration): string {
	return `Registered since ${toTheSecond(createdAt)}: '${url}'.`;
}

function toTheSecond(timestamp: string): string {
	const instant = parseIsoTimestamp(timestamp);
	return instant === undefined ? timestamp : new Date(instant).toISOString().replace(/\.\d+Z$/, 'Z');
}
