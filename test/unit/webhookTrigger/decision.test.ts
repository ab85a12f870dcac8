import { describe, expect, it } from 'vitest';

import type {
	RegistrationDecision,
	WantedRegistration,
} from '../../../nodes/EnterpriseAssessmentTrigger/registration/decision.ts';
import { canBeTrusted, decideRegistration } from '../../../nodes/EnterpriseAssessmentTrigger/registration/decision.ts';
import type { StoredRegistration } from '../../../nodes/EnterpriseAssessmentTrigger/registration/ownRegistration.ts';

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
	'ours, createdAt unknown': { url: OURS, createdAt: '', signingKey: 'key' },
	'ours without a key': { url: OURS, createdAt: THEN, signingKey: '' },
	'our old address': { url: OUR_OLD, createdAt: THEN, signingKey: 'key' },
	'our test address': { url: OUR_TEST, createdAt: THEN, signingKey: 'key' },
} satisfies Record<string, StoredRegistration | undefined>;

const remote = {
	nothing: null,
	ours: { url: OURS, createdAt: THEN },
	'ours, spelled otherwise': {
		url: OURS.replace('https://n8n.example.com', 'HTTPS://N8N.example.com:443'),
		createdAt: THEN,
	},
	'ours, made later': { url: OURS, createdAt: LATER },
	'our old address': { url: OUR_OLD, createdAt: THEN },
	'our old address, made later': { url: OUR_OLD, createdAt: LATER },
	'our test address': { url: OUR_TEST, createdAt: THEN },
	'a foreign one': { url: FOREIGN, createdAt: LATER },
};

const production: WantedRegistration = {
	url: OURS,
	isTest: false,
	mayReplace: 'own test',
	webhookId: WEBHOOK_ID,
	editorBase: '',
	unsignedWillDo: false,
};
const test: WantedRegistration = { ...production, url: OUR_TEST, isTest: true, mayReplace: 'nothing' };

const wanted = {
	production,
	'production, replacing': { ...production, mayReplace: 'anything' },
	'a start of n8n': { ...production, mayReplace: 'nothing' },
	'production, unsigned': { ...production, unsignedWillDo: true },
	'production, without an id': { ...production, webhookId: undefined },
	test,
} satisfies Record<string, WantedRegistration>;

type Row = readonly [
	wanted: keyof typeof wanted,
	stored: keyof typeof stored,
	remote: keyof typeof remote,
	becomes: 'leave' | 'register' | 'take over' | 'refuse',
];

// prettier-ignore
const TABLE: readonly Row[] = [
	// Nothing stands there: register, whatever we remember.
	['production', 'nothing',                 'nothing',                     'register'],
	['production', 'ours',                    'nothing',                     'register'],
	['production', 'our old address',         'nothing',                     'register'],
	['test',       'nothing',                 'nothing',                     'register'],
	['test',       'our test address',        'nothing',                     'register'],
	// Our address stands there: keep it only when the key that we have is its key.
	['production', 'ours',                    'ours',                        'leave'],
	['production', 'ours',                    'ours, spelled otherwise',     'leave'],
	['production', 'nothing',                 'ours',                        'register'],
	['production', 'ours',                    'ours, made later',            'register'],
	['production', 'ours, createdAt unknown', 'ours',                        'register'],
	['production', 'ours without a key',      'ours',                        'register'],
	['production, unsigned', 'ours without a key', 'ours',                   'leave'],
	['production, unsigned', 'ours without a key', 'ours, made later',       'register'],
	['production', 'our old address',         'ours',                        'register'],
	['production', 'our test address',        'ours',                        'register'],
	['production, replacing', 'ours',         'ours',                        'leave'],
	['test',       'nothing',                 'our test address',            'register'],
	['test',       'our test address',        'our test address',            'leave'],
	// The address of our own test, left behind by a crash.
	['production', 'nothing',                 'our test address',            'take over'],
	['production', 'ours',                    'our test address',            'take over'],
	['production, without an id', 'nothing',  'our test address',            'refuse'],
	// Anything else never without being told to, what we stored included: it may serve another n8n. (Foreign: see below.)
	['production', 'our old address',         'our old address',             'refuse'],
	['production', 'our old address',         'our old address, made later', 'refuse'],
	['production', 'nothing',                 'our old address',             'refuse'],
	['production, replacing', 'our old address', 'our old address',          'take over'],
	// A test takes over nothing, its production twin included, and a start of n8n neither.
	['test',       'nothing',                 'ours',                        'refuse'],
	['a start of n8n', 'ours',                'our test address',            'refuse'],
	['a start of n8n', 'our old address',     'our old address',             'refuse'],
	['a start of n8n', 'ours',                'nothing',                     'register'],
	['a start of n8n', 'ours',                'ours, made later',            'register'],
];

function nameOf(decision: RegistrationDecision): Row[3] {
	return decision.action === 'register' && decision.from !== undefined ? 'take over' : decision.action;
}

it.each(TABLE)('wanted: %s; stored: %s; registered: %s → %s', (wantedName, storedName, remoteName, becomes) => {
	const decision = decideRegistration(stored[storedName], remote[remoteName], wanted[wantedName]);
	expect(nameOf(decision)).toBe(becomes);
	if (decision.action === 'register') expect(decision.url).toBe(wanted[wantedName].url);
	if (becomes === 'take over') expect(decision).toMatchObject({ from: remote[remoteName]?.url });
});

it('never overwrites what it does not know as its own, whatever the rest', () => {
	for (const want of Object.values(wanted)) {
		for (const store of Object.values(stored)) {
			const decision = decideRegistration(store, remote['a foreign one'], want);
			expect(nameOf(decision)).toBe(want.mayReplace === 'anything' ? 'take over' : 'refuse');
		}
	}
});

it.each<[wanted: keyof typeof wanted, stored: keyof typeof stored, remote: keyof typeof remote, reason: string]>([
	['production', 'nothing', 'a foreign one', 'foreign'],
	['production', 'our old address', 'our old address', 'storedElsewhere'],
	['test', 'nothing', 'a foreign one', 'foreignToTest'],
	['test', 'nothing', 'ours', 'publishedTwin'],
])('a refusal says why (%s; stored: %s; registered: %s): %s', (want, store, found, reason) => {
	const decision = decideRegistration(stored[store], remote[found], wanted[want]);
	expect(decision).toEqual({ action: 'refuse', reason, present: remote[found] });
});

describe('while the service can not be read', () => {
	it.each([
		['ours', 'production', true],
		['ours, createdAt unknown', 'production', true],
		['our old address', 'production', false],
		['ours without a key', 'production', false],
		['ours without a key', 'production, unsigned', true],
	] as const)('stored: %s; wanted: %s → trusted: %s', (storedName, wantedName, trusted) => {
		expect(canBeTrusted(stored[storedName], wanted[wantedName])).toBe(trusted);
	});
});
