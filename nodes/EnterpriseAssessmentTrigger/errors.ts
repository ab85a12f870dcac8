import { CURRENT_VERSION } from '../api/specification/address';
import { plainText } from '../api/specification/plainText';
import type { Refusal } from './decision';
import type { Publisher } from './knownRegistrations';

// n8n shows only the message of a trigger's error and cuts long ones: what happened, whose URL it is, and what to do.

const POLL_TRIGGER = 'use the Enterprise Assessment Poll Trigger';
const TEST_DATA = "Use 'Fetch Test Event' in the Enterprise Assessment Poll Trigger";
const UNUSED = 'If nothing uses it anymore, run Webhook: Delete.';

/** @param publisher undefined if this process doesn't know it */
export function refusalMessage(reason: Refusal, url: string, publisher: Publisher | undefined): string {
	const shown = plainText(url);
	const known = publisher?.name && `The workflow '${plainText(publisher.name)}'`;
	const uses = (owner: string) => `${known ?? owner} uses your account's only webhook ('${shown}')`;
	switch (reason) {
		case 'foreign':
			return `${uses('Another system')}. To use both, ${POLL_TRIGGER}. To move the webhook here, publish with the option 'Replace Existing Webhook'.`;
		case 'foreignToTest':
			return `${uses('Another system')}, and a test never replaces it. ${TEST_DATA} instead. ${UNUSED}`;
		case 'publishedTwin':
			if (publisher?.isThis === true)
				return `This workflow is published and receives your account's events, so you can't test it now. ${TEST_DATA}, or unpublish it while you test.`;
			// A test can't find out from n8n whether its own workflow is the published one.
			return `${uses('A published workflow (this one or a copy)')}, so a test would interrupt its events. ${TEST_DATA}, or unpublish it while you test. ${UNUSED}`;
		case 'storedElsewhere':
			return `Your account's only webhook points to a different URL of this workflow ('${shown}'). If n8n has moved, turn on 'Replace Existing Webhook' and publish again. If this is a copy, unpublish the original, or ${POLL_TRIGGER}.`;
	}
}

/** Two systems registered at the same time, and the other one replaced this trigger's webhook. */
export const overwritten = (url: string) =>
	`Another system replaced this workflow's webhook during publishing ('${plainText(url)}'). Disconnect that system and publish again, or ${POLL_TRIGGER}.`;

export const NO_SCORE =
	"'Assessment Scored' isn't selected in 'Trigger On', so scores wouldn't start this workflow. Add it, or check the expression. To try the example event, test this node instead of publishing.";

export const noSigningKey = (apiVersion: string) =>
	`Set 'API Version' (apiVersion) in the credentials to ${CURRENT_VERSION}, or turn on this node's option 'Accept Unsigned Events'. API version ${apiVersion} doesn't return a signing key for the webhook, so anyone could send made-up events.`;

/** @param replaced the URL of another webhook, which registering has already overwritten */
export function unreadableSigningKey(encoding: string, replaced: string | undefined): string {
	const loss =
		replaced && ` The previous webhook was replaced and no longer receives events: '${plainText(replaced)}'.`;
	return `Set this node's option 'Signing Key Encoding' to Auto. The service returned a signing key that isn't valid ${encoding}.${loss ?? ''}`;
}

/** For an incomplete URL, or a URL that only n8n's own machine can reach. */
export const unreachableUrl = (url: string) =>
	`The service can't reach n8n at '${url}'. Set n8n's environment variable N8N_WEBHOOK_URL (older n8n: WEBHOOK_URL) to n8n's full public URL, starting with https://. Then restart n8n and try again.`;

export const oldUrlStays = (url: string) =>
	`Your account's webhook was left in place, because it points to a URL that isn't this trigger's: '${plainText(url)}'. n8n may have moved, or this workflow may be a copy. To take it over, turn on 'Replace Existing Webhook' and publish. To remove it, use the Enterprise Assessment node (Webhook: Delete).`;
