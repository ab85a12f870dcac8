import { expect, it } from 'vitest';

import { type Refusal, refusalMessage } from '../../../nodes/EnterpriseAssessmentTrigger/decision.ts';

/** The URL of another system can contain anything. */
const url = 'https://n8n.example.com/webhook/1\u202e/webhook';
const shown = "'https://n8n.example.com/webhook/1/webhook'";

// prettier-ignore
it.each<[Refusal, string | undefined, begins: string, ways: string[]]>([
	['foreign',         'First',   "The workflow 'First' uses",         ['Poll Trigger', "'Replace Existing Webhook'"]],
	['foreign',         undefined, 'Another system uses',               ['Poll Trigger', "'Replace Existing Webhook'"]],
	['storedElsewhere', undefined, "Your account's only webhook stays", ['If n8n has moved', "'Replace Existing Webhook'", 'If this is a copy', 'Poll Trigger', 'Webhook: Delete']],
	['foreignToTest',   'First',   "The workflow 'First' uses",         ["'Fetch Test Event'", 'Webhook: Delete']],
	['foreignToTest',   undefined, 'Another system uses',               ["'Fetch Test Event'", 'Webhook: Delete']],
	['publishedTwin',   'First',   "The workflow 'First' uses",         ["'Fetch Test Event'", 'Webhook: Delete']],
	['publishedTwin',   undefined, 'A published workflow (this one or', ["'Fetch Test Event'", 'Webhook: Delete']],
])('the error of a refused registration (%s, published by %j) says briefly who uses the webhook, its URL, and then what to do', (reason, publisher, begins, ways) => {
	const message = refusalMessage(reason, url, publisher);
	const places = [begins, `(${shown})`, ...ways].map((part) => message.indexOf(part));
	expect(places[0]).toBe(0);
	expect(places).not.toContain(-1);
	expect(places).toEqual([...places].sort((one, other) => one - other));
	expect(message.split(' ').length).toBeLessThanOrEqual(45);
});
