import { expect, it } from 'vitest';

import type { Refusal } from '../../../nodes/EnterpriseAssessmentTrigger/decision.ts';
import { overwritten, refusalMessage } from '../../../nodes/EnterpriseAssessmentTrigger/errors.ts';
import type { Publisher } from '../../../nodes/EnterpriseAssessmentTrigger/knownRegistrations.ts';

const present = { url: 'https://n8n.example.com/webhook/1/webhook', createdAt: '2026-11-20T10:00:00.1234567+00:00' };
const first: Publisher = { name: 'First', isThis: false };
const own: Publisher = { name: 'First', isThis: true };

// prettier-ignore
it.each<[Refusal, Publisher | undefined, begins: string, ways: string[]]>([
	['foreign',         first,     "The workflow 'First' uses",        ['unpublish', "'Replace Existing Webhook'", 'Poll Trigger']],
	['foreign',         undefined, 'Another system uses',              ['unpublish', "'Replace Existing Webhook'", 'Poll Trigger']],
	['storedElsewhere', undefined, 'This workflow was published at',   ['If n8n has moved', "'Replace Existing Webhook'", 'If this is a copy', 'Poll Trigger']],
	['foreignToTest',   first,     "The workflow 'First' uses",        ["'Fetch Test Event'", 'unpublish', 'Webhook: Delete']],
	['foreignToTest',   undefined, 'Another system uses',              ["'Fetch Test Event'", 'unpublish', 'Webhook: Delete']],
	['publishedTwin',   undefined, 'A published workflow (this one or', ["'Fetch Test Event'", 'unpublish', 'Webhook: Delete']],
])('the error of a refused registration (%s, published by %j) says who uses the webhook, then what to do, then its URL', (reason, publisher, begins, ways) => {
	const message = refusalMessage({ reason, present }, publisher);
	const places = [begins, ...ways, '2026-11-20 10:00:00 UTC', `'${present.url}'`].map((part) => message.indexOf(part));
	expect(places[0]).toBe(0);
	expect(places).not.toContain(-1);
	expect(places).toEqual([...places].sort((one, other) => one - other));
});

it('the error about testing a workflow that is itself published has two sentences', () => {
	expect(refusalMessage({ reason: 'publishedTwin', present }, own)).toBe(
		"This workflow is published and receives your account's events, so you can't test it now. For the same data, use 'Fetch Test Event' in the Enterprise Assessment Poll Trigger, or unpublish the workflow while you test.",
	);
});

it.each([
	['2026-01-05T23:04:00.0000000+00:00', '2026-01-05 23:04:00 UTC'],
	['2026-11-20T23:30:00-05:00', '2026-11-21 04:30:00 UTC'],
	['last Friday', 'last Friday'],
])('the error about a webhook that was registered at %s says when, in UTC', (createdAt, when) => {
	expect(overwritten({ ...present, createdAt })).toContain(
		` The current webhook was registered on ${when}: '${present.url}'.`,
	);
});
