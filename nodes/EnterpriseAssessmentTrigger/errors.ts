import { type IHookFunctions, NodeOperationError, WebhookPathTakenError } from 'n8n-workflow';

import type { Failure } from '../api/request/failure';
import { explain, requestError } from '../api/request/messages';
import { CURRENT_VERSION } from '../api/specification/address';
import type { WebhookRegistration } from '../api/specification/types';
import { readableTime } from '../api/specification/values';
import { moveDescriptionToMessage, occasionOf } from '../shared/publishing';
import type { Refusal } from './decision';
import type { Publisher } from './knownRegistrations';

/** Ends a publication immediately. After any other error n8n retries, and if it runs out of time, it shows its own error. */
export class ActivationRefusedError extends WebhookPathTakenError {
	constructor(context: IHookFunctions, message: string) {
		super(context.getNode().name);
		this.message = message;
	}
}

/** Makes the error of a hook whose request failed. */
export function hookError(context: IHookFunctions, failure: Failure): Error {
	const message = explain(failure);
	if (occasionOf(context) === 'publication') return new ActivationRefusedError(context, message);
	// No one is waiting while n8n starts, so n8n can retry. The description repeats the message, because NodeApiError then drops it.
	// With any other description, n8n 1.x would show only that.
	return requestError({ context }, failure, { message, description: message });
}

/** Makes the error of a hook that can't use its credentials. An unexpected error may be temporary, so n8n can retry. */
export function credentialsError(context: IHookFunctions, error: Error): Error {
	moveDescriptionToMessage(error);
	const isFinal = error instanceof NodeOperationError && occasionOf(context) === 'publication';
	return isFinal ? new ActivationRefusedError(context, error.message) : error;
}

// n8n shows only the message of a trigger's error and cuts long ones, so the most important part comes first.

const POLL_TRIGGER = 'use the Enterprise Assessment Poll Trigger, which works in any number of workflows';
const SAME_DATA = "For the same data, use 'Fetch Test Event' in the Enterprise Assessment Poll Trigger";

const LEFT_BEHIND =
	'If nothing uses the webhook anymore, for example because n8n has moved or crashed, remove it with the Enterprise Assessment node (Webhook: Delete).';

const REASONS: Readonly<Record<Refusal, readonly [owner: string, advice: string]>> = {
	foreign: [
		'Another system',
		`uses your account's only webhook. To move the webhook here, unpublish the other workflow or disconnect the other system. Then add the option 'Replace Existing Webhook' to this trigger and publish again. To keep both, ${POLL_TRIGGER}.`,
	],
	foreignToTest: [
		'Another system',
		`uses your account's only webhook, and a test never replaces it. ${SAME_DATA}, or unpublish the other workflow or disconnect the other system while you test. ${LEFT_BEHIND}`,
	],
	// A test can't find out from n8n whether its own workflow is the published one.
	publishedTwin: [
		'A published workflow (this one or a copy)',
		`uses your account's only webhook, and a test would interrupt its events. ${SAME_DATA}, or unpublish that workflow while you test. ${LEFT_BEHIND}`,
	],
	storedElsewhere: [
		'This workflow',
		`was published at a different URL, which your account's only webhook still points to. If n8n has moved, turn on 'Replace Existing Webhook' and publish again. If this is a copy, unpublish the original, or ${POLL_TRIGGER}.`,
	],
};

/** @param publisher undefined if this process doesn't know it */
export function refusalMessage(
	{ reason, present }: { reason: Refusal; present: WebhookRegistration },
	publisher: Publisher | undefined,
): string {
	if (reason === 'publishedTwin' && publisher?.isThis === true) {
		return `This workflow is published and receives your account's events, so you can't test it now. ${SAME_DATA}, or unpublish the workflow while you test.`;
	}
	const [owner, advice] = REASONS[reason];
	const name = publisher?.name;
	return `${name === undefined ? owner : `The workflow '${name}'`} ${advice} ${whenRegistered(present)}`;
}

/** Two systems registered at the same time, and the other one replaced this trigger's webhook. */
export const overwritten = (present: WebhookRegistration) =>
	`Another system replaced this workflow's webhook during publishing. Disconnect that system and publish again, or ${POLL_TRIGGER}. ${whenRegistered(present)}`;

function whenRegistered({ url, createdAt }: WebhookRegistration): string {
	return `The current webhook was registered on ${readableTime(createdAt)}: '${url}'.`;
}

export const NO_SCORE =
	"'Assessment Scored' isn't selected in 'Trigger On', so scores wouldn't start this workflow. Add it, or check the expression. To try the example event, test this node instead of publishing.";

export const noSigningKey = (apiVersion: string) =>
	`Set 'API Version' (apiVersion) in the credentials to ${CURRENT_VERSION}, or turn on this node's option 'Accept Unsigned Events'. API version ${apiVersion} doesn't return a signing key for the webhook, so anyone could send made-up events.`;

/** @param replaced the URL of another webhook, which registering has already overwritten */
export function unreadableSigningKey(encoding: string, replaced: string | undefined): string {
	const loss =
		replaced === undefined ? '' : ` The previous webhook was replaced and no longer receives events: '${replaced}'.`;
	return `Set this node's option 'Signing Key Encoding' to Auto. The service returned a signing key that isn't valid ${encoding}.${loss}`;
}

/** For an incomplete URL, or a URL that only n8n's own machine can reach. */
export const unreachableUrl = (url: string) =>
	`The service can't reach n8n at '${url}'. Set n8n's environment variable N8N_WEBHOOK_URL (older n8n: WEBHOOK_URL) to n8n's full public URL, starting with https://. Then restart n8n and try again.`;

export const oldUrlStays = (url: string) =>
	`Your account's webhook was left in place, because it points to a URL that isn't this trigger's: '${url}'. n8n may have moved, or this workflow may be a copy. To take it over, turn on 'Replace Existing Webhook' and publish. To remove it, use the Enterprise Assessment node (Webhook: Delete).`;
