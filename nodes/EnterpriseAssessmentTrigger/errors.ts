import { plainText } from '../api/specification/plainText';
import type { Refusal } from './decision';

// n8n shows only the message of a trigger's error and cuts long ones: what happened, whose URL it is, and what to do.

const TEST_DATA = "Use 'Fetch Test Event' in the Enterprise Assessment Poll Trigger";
const UNUSED = 'If nothing uses it anymore, run Webhook: Delete.';

/** @param workflow the name of the workflow that registered the URL; undefined if this process doesn't know it */
export function refusalMessage(reason: Refusal, url: string, workflow?: string): string {
	const shown = plainText(url);
	const known = workflow && `The workflow '${plainText(workflow)}'`;
	const uses = (owner: string) => `${known ?? owner} uses your account's only webhook ('${shown}')`;
	switch (reason) {
		case 'foreign':
			return `${uses('Another system')}. To use both, use the Enterprise Assessment Poll Trigger. To move the webhook here, publish with the option 'Replace Existing Webhook'.`;
		case 'foreignToTest':
			return `${uses('Another system')}, and a test never replaces it. ${TEST_DATA} instead. ${UNUSED}`;
		case 'publishedTwin':
			// A test can't find out from n8n whether its own workflow is the published one.
			return `${uses('A published workflow (this one or a copy)')}, so a test would interrupt its events. ${TEST_DATA}, or unpublish it while you test. ${UNUSED}`;
		case 'storedElsewhere':
			return `Your account's only webhook stays at a different URL of this workflow ('${shown}'). If n8n has moved, turn on 'Replace Existing Webhook' and publish. If this is a copy, unpublish the original, or use the Poll Trigger. ${UNUSED}`;
	}
}
