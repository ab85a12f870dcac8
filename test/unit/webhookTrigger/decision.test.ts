import { expect, it } from 'vitest';

import {
	decideRegistration,
	isTestTwin,
	type Refusal,
	refusalMessage,
	type RegistrationDecision,
	type StoredRegistration,
	type WantedRegistration,
} from '../../../nodes/EnterpriseAssessmentTrigger/decision.ts';

const WEBHOOK_ID = 'd3b07384-d113-4ec6-a5d2-1f1f6b0c7a11';
const OURS = `https://n8n.example.com/webhook/${WEBHOOK_ID}/webhook`;
const OUR_TEST = `https://n8n.example.com/webhook-test/${WEBHOOK_ID}/webhook`;
const OUR_OLD = `https://old.example.com/webhook/${WEBHOOK_ID}/webhook`;
const FOREIGN = 'https://n8n.example.com/webhook/0b2f5a52-5d4c-4b7e-9a68-6f6c4a1f2d33/webhook';
const THEN = '2026-11-20T10:00:00.1234567+00:00';
const LATER = '2026-11-21T10:00:00.1234567+00:00';

const stored = {
	nothing: undefined,
	ours: { url: OURS, createdAt: THEN, signingKey: 'key' },
	'ours without a key': { url: OURS, createdAt: THEN, signingKey: '' },
	'our old URL': { url: OUR_OLD, createdAt: THEN, signingKey: 'key' },
	'our test URL': { url: OUR_TEST, createdAt: THEN, signingKey: 'key' },
} satisfies Record<string, StoredRegistration | undefined>;

const remote = {
	ours: { url: OURS.replace('n8n.example.com', 'N8N.example.com:443'), createdAt: THEN },
	'ours, made later': { url: OURS, createdAt: LATER },
	'our old URL': { url: OUR_OLD, createdAt: THEN },
	'our old URL, made later': { url: OUR_OLD, createdAt: LATER },
	'our test URL': { url: OUR_TEST.replace('n8n.example.com', 'N8N.example.com:443'), createdAt: THEN },
	'a foreign one': { url: FOREIGN, createdAt: LATER },
};

const production: WantedRegistration = {
	url: OURS,
	occasion: 'publication',
	replacesOthers: false,
	webhookId: WEBHOOK_ID,
	editorBase: '',
	unsignedWillDo: false,
};
const test: WantedRegistration = { ...production, url: OUR_TEST, occasion: 'test' };

const wanted = {
	production,
	'production, replacing': { ...production, replacesOthers: true },
	'n8n startup': { ...production, occasion: 'start', replacesOthers: true },
	'production, unsigned': { ...production, unsignedWillDo: true },
	'production, without an id': { ...production, webhookId: undefined },
	test: { ...test, replacesOthers: true },
} satisfies Record<string, WantedRegistration>;

type Row = readonly [
	wanted: keyof typeof wanted,
	stored: keyof typeof stored,
	remote: keyof typeof remote,
	becomes: 'leave' | 'register' | 'take over' | `refuse: ${Refusal}`,
];

// prettier-ignore
const TABLE: readonly Row[] = [
	// Our URL is registered, and stays only if its signing key is stored.
	['production',               'ours',                    'ours',                      'leave'],
	['production',               'nothing',                 'ours',                      'register'],
	['production',               'ours',                    'ours, made later',          'register'],
	['production',               'ours without a key',      'ours',                      'register'],
	['production, unsigned',     'ours without a key',      'ours',                      'leave'],
	['test',                     'our test URL',            'our test URL',              'leave'],
	// The URL of our own test is still registered after a crash.
	['production',               'nothing',                 'our test URL',              'take over'],
	['production, without an id','nothing',                 'our test URL',              'refuse: foreign'],
	// Without 'Replace Existing Webhook', any other URL stays, even a stored one, because it may belong to a different n8n.
	['production',               'our old URL',             'our old URL',               'refuse: storedElsewhere'],
	['production, replacing',    'our old URL',             'our old URL',               'take over'],
	// Neither a test nor a startup of n8n takes over anything. An old URL may still reach an n8n that starts.
	['test',                     'nothing',                 'ours',                      'refuse: test'],
	['n8n startup',              'ours',                    'our test URL',              'refuse: foreign'],
	['n8n startup',              'our old URL',             'our old URL',               'leave'],
	['n8n startup',              'our old URL',             'our old URL, made later',   'refuse: storedElsewhere'],
];

function nameOf(decision: RegistrationDecision): Row[3] {
	if (decision.action === 'refuse') return `refuse: ${decision.reason}`;
	return decision.action === 'register' && decision.from !== undefined ? 'take over' : decision.action;
}

it.each(TABLE)('for %s, with %s stored and %s registered, the trigger decides to %s', (want, store, found, becomes) => {
	const decision = decideRegistration(stored[store], remote[found], wanted[want]);
	expect(nameOf(decision)).toBe(becomes);
	if (decision.action === 'register') expect(decision.url).toBe(wanted[want].url);
	if (becomes === 'take over') expect(decision).toMatchObject({ from: remote[found]?.url });
	if (decision.action === 'refuse') expect(decision.url).toBe(remote[found].url);
});

it("whatever is stored, the first webhook is registered, and another system's is replaced only if the option allows it", () => {
	for (const want of Object.values(wanted)) {
		for (const store of Object.values(stored)) {
			expect(decideRegistration(store, null, want)).toEqual({ action: 'register', url: want.url });
			const decision = decideRegistration(store, remote['a foreign one'], want);
			const refusal = want.occasion === 'test' ? 'refuse: test' : 'refuse: foreign';
			expect(nameOf(decision)).toBe(want === wanted['production, replacing'] ? 'take over' : refusal);
		}
	}
});

const END = `${WEBHOOK_ID}/webhook`;
const PUBLIC = 'https://n8n.example.com/webhook/';

it.each<[isTwin: boolean, one: string, other: string, more?: Partial<WantedRegistration>]>([
	[true, `${PUBLIC}a b/webhook`, 'https://n8n.example.com/webhook-test/a%20b/webhook', { webhookId: 'a b' }],
	[true, `https://example.com/n8n/hooks/${END}`, `https://example.com/n8n/trials/${END}`],
	[false, PUBLIC + END, PUBLIC + END],
	[false, PUBLIC + END, `http://n8n.example.com/webhook-test/${END}`],
	// Two n8n instances on one host, one of which is a copy of the other.
	[false, `https://example.com/n8n/2/webhook/${END}`, `https://example.com/n8n2/webhook-test/${END}`],
	[true, PUBLIC + END, `https://edit.example/webhook-test/${END}`, { editorBase: 'https://edit.example/' }],
	[false, PUBLIC + END, `https://edit.example/webhook-test/${END}`, { editorBase: 'https://edit.example/n/' }],
	[false, PUBLIC + END, `https://edit.example/webhook/${END}`, { editorBase: 'https://edit.example/' }],
	[false, OURS, OUR_TEST.replace('d3', 'd4')],
	[false, OURS, `${OUR_TEST}/more`],
	[false, OURS, 'no URL'],
	[false, 'no URL', OUR_TEST],
	[false, 'https://h.example/a//x', 'https://h.example/b//x', { webhookId: '' }],
	[false, 'https://h.example/a/undefined/x', 'https://h.example/b/undefined/x', { webhookId: undefined }],
])('whether a test URL belongs to the same node is %s for %s, %s %j', (isTwin, url, other, more) => {
	expect(isTestTwin(other, { ...production, url, ...more })).toBe(isTwin);
});

/** The URL of another system can contain anything. */
const url = 'https://n8n.example.com/webhook/1\u202e/webhook';
const shown = "'https://n8n.example.com/webhook/1[U+202E]/webhook'";

// prettier-ignore
it.each<[Refusal, string | undefined, begins: string, ways: string[]]>([
	['foreign',         'First',   "The workflow 'First' uses",     ['Poll Trigger', "'Replace Existing Webhook'"]],
	['foreign',         undefined, 'Another system uses',           ['Poll Trigger', "'Replace Existing Webhook'"]],
	['storedElsewhere', undefined, "Your account's only webhook stays", ['If n8n has moved', "'Replace Existing Webhook'", 'If this is a copy', 'Poll Trigger', 'Webhook: Delete']],
	['test',            undefined, 'A published workflow or another system uses', ["'Fetch Test Event'", 'unpublish', 'Webhook: Delete']],
])('the error of a refused registration (%s, published by %j) says briefly who uses the webhook, its URL, and then what to do', (reason, publisher, begins, ways) => {
	const message = refusalMessage(reason, url, publisher);
	const places = [begins, `(${shown})`, ...ways].map((part) => message.indexOf(part));
	expect(places[0]).toBe(0);
	expect(places).not.toContain(-1);
	expect(places).toEqual([...places].sort((one, other) => one - other));
	expect(message.split(' ').length).toBeLessThanOrEqual(45);
});
