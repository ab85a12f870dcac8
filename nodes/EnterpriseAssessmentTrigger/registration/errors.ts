import type { IHookFunctions } from 'n8n-workflow';
import { WebhookPathTakenError } from 'n8n-workflow';

import type { Failure } from '../../api/request/failure';
import { explain, requestError } from '../../api/request/messages';
import { parseIsoTimestamp } from '../../api/specification/responses';
import type { WebhookRegistration } from '../../api/specification/types';
import { isStart } from '../../shared/parameters';

/**
 * Ends a publication at once. n8n repeats every other failure five times, for longer than it lets a publication take where
 * the service is silent, and then shows its own words in place of ours.
 */
export class ActivationRefusedError extends WebhookPathTakenError {
	constructor(context: IHookFunctions, message: string) {
		super(context.getNode().name);
		this.message = message;
	}
}

/** The error for a request that failed, after all the tries that it is worth. */
export function hookError(context: IHookFunctions, failure: Failure): Error {
	const message = explain(failure);
	const isPublication = context.getMode() === 'trigger' && !isStart(context);
	if (isPublication) return new ActivationRefusedError(context, message);
	// Nobody waits in front of a start of n8n, where another attempt may find the service back. n8n 1.x shows the description
	// alone where there is one: NodeApiError drops one that repeats the message.
	return requestError({ context }, failure, { message, description: message });
}

// n8n shows nothing but the message of a trigger's error, and cuts long ones: first the workflow concerned, then what to do,
// then the rest.

/** The workflow of this n8n instance that registered a webhook, and whether it's the one that n8n publishes or tests now. */
export type Publisher = { name: string | undefined; isThis: boolean };

const POLL_TRIGGER = 'use the Enterprise Assessment Poll Trigger, which works in any number of workflows';

const SAME_DATA = "For the same data, use 'Fetch Test Event' in the Enterprise Assessment Poll Trigger";

const LEFT_BEHIND =
	'If nothing uses it any more, because n8n has moved or crashed, remove it with the Enterprise Assessment node (Webhook: Delete).';

const REFUSALS = {
	foreign: {
		user: 'Another system',
		says: `uses your account's one webhook. Unpublish or disconnect it, turn on 'Replace Existing Webhook' and publish again, or ${POLL_TRIGGER}.`,
	},
	foreignToTest: {
		user: 'Another system',
		says: `uses your account's one webhook, and a test never replaces it. ${SAME_DATA}, or unpublish or disconnect it while you test. ${LEFT_BEHIND}`,
	},
	// n8n doesn't tell a test whether its own workflow is the published one.
	publishedTwin: {
		user: 'A published workflow (this one or a copy)',
		says: `uses your account's one webhook, and a test would cut it off. ${SAME_DATA}, or unpublish it while you test. ${LEFT_BEHIND}`,
	},
	storedElsewhere: {
		user: 'This workflow',
		says: `was published at another address, which your account's one webhook still points to. If n8n has moved, turn on 'Replace Existing Webhook' and publish again. If this is a copy, unpublish the original, or ${POLL_TRIGGER}.`,
	},
};

/** Why a registered webhook stays. */
export type Refusal = keyof typeof REFUSALS;

/** @param publisher undefined where this process doesn't know it */
export function refusalMessage(
	{ reason, present }: { reason: Refusal; present: WebhookRegistration },
	publisher: Publisher | undefined,
): string {
	if (reason === 'publishedTwin' && publisher?.isThis === true) {
		return `This workflow is published and receives your account's events, so it can't be tested. ${SAME_DATA}, or unpublish it while you test.`;
	}
	const { user, says } = REFUSALS[reason];
	const name = publisher?.name;
	return `${name === undefined ? user : `The workflow '${name}'`} ${says} ${registered(present)}`;
}

/** Something else registered its webhook right after this trigger had registered its own. */
export const overwritten = (present: WebhookRegistration) =>
	`Another system replaced this workflow's webhook during publishing. Disconnect that system and publish again, or ${POLL_TRIGGER}. ${registered(present)}`;

const registered = ({ url, createdAt }: WebhookRegistration) => `It was registered on ${inWords(createdAt)}: '${url}'.`;

function inWords(timestamp: string): string {
	const instant = parseIsoTimestamp(timestamp);
	if (instant === undefined) return timestamp;
	const format = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const;
	return `${new Date(instant).toLocaleString('en-GB', format)} UTC`;
}

export const NO_SCORE =
	"'Assessment Scored' isn't selected in 'Trigger On', so no score would start this workflow. Add it, or check the expression. To try the example event, test this node instead of publishing.";

export const noSigningKey = (apiVersion: string) =>
	`Set 'API Version' (apiVersion) in the credentials to 2020q3, or turn on this node's option 'Accept Unsigned Events'. API version ${apiVersion} doesn't return a signing key for the webhook, so anyone could send made-up events.`;

export const unreadableSigningKey = (encoding: string) =>
	`Set this node's option 'Signing Key Encoding' to Auto. The service returned a signing key that isn't valid ${encoding}.`;

/** For an address that is incomplete, or of n8n's own machine. */
export const unreachableAddress = (url: string) =>
	`The service can't reach n8n at '${url}'. Set n8n's environment variable N8N_WEBHOOK_URL (older n8n: WEBHOOK_URL) to the full URL at which n8n can be reached from the internet, beginning with https://, restart n8n and try again.`;

export const oldAddressStays = (url: string) =>
	`The account's webhook was not removed, because it points to a URL that isn't this trigger's: '${url}'. n8n may have moved, or this workflow may be a copy. To take it over, turn on 'Replace Existing Webhook' and publish. To remove it, use the Enterprise Assessment node (Webhook: Delete).`;
