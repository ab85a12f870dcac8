import { expect, it } from 'vitest';

import type { TriggerIdentity } from '../../../nodes/EnterpriseAssessmentTrigger/registration/freshRegistrations.ts';
import {
	addressesOfSiblings,
	forgetFresh,
	freshRegistration,
	rememberFresh,
} from '../../../nodes/EnterpriseAssessmentTrigger/registration/freshRegistrations.ts';

const trigger: TriggerIdentity = { workflowId: 'w', nodeId: 'n', purpose: 'production' };
const registration = { url: 'https://n8n.example.com/webhook/1/webhook', createdAt: '', signingKey: 'key' };

it('is known to the very trigger that made it, until its address is forgotten', () => {
	rememberFresh(trigger, registration);
	expect(freshRegistration({ ...trigger })?.registration).toBe(registration);
	for (const other of [{ workflowId: 'x' }, { workflowId: undefined }, { nodeId: 'm' }, { purpose: 'test' as const }]) {
		expect(freshRegistration({ ...trigger, ...other })).toBeUndefined();
	}
	forgetFresh(`${registration.url}/more`);
	expect(freshRegistration(trigger)?.registration).toBe(registration);
	forgetFresh(registration.url);
	expect(freshRegistration(trigger)).toBeUndefined();
});

it('is known to the other triggers of the workflow by its address', () => {
	rememberFresh(trigger, registration);
	expect(addressesOfSiblings({ ...trigger, nodeId: 'm' })).toEqual([registration.url]);
	for (const other of [{}, { nodeId: 'm', workflowId: 'x' }, { nodeId: 'm', purpose: 'test' as const }]) {
		expect(addressesOfSiblings({ ...trigger, ...other })).toEqual([]);
	}
	forgetFresh(registration.url);
	expect(addressesOfSiblings({ ...trigger, nodeId: 'm' })).toEqual([]);
});

it('tells when n8n is about to be told of it', async () => {
	const unsaved = { ...trigger, workflowId: undefined };
	const finish = rememberFresh(unsaved, registration);
	const known = freshRegistration(unsaved);
	let created = false;
	const waiting = known?.created.then(() => (created = true));
	await Promise.resolve();
	expect(created).toBe(false);
	finish();
	await waiting;
	expect(created).toBe(true);
});
