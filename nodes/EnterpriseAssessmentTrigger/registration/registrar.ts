import type { IDataObject, IHookFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Account } from '../../api/request/account';
import { readAccount } from '../../api/request/account';
import { requestEndpoint } from '../../api/request/request';
import { givesSigningKey } from '../../api/specification/address';
import { nothing, webhookRegistration } from '../../api/specification/responses';
import { changeWebhook } from '../../api/webhook/changeWebhook';
import type { TriggerOptions } from '../parameters';
import { readEvents, readOptions } from '../parameters';
import { EXAMPLE_EVENT } from '../receiving/event';
import { signingKeyReadings } from '../signature/signingKey';
import { forgetFresh, rememberFresh } from './freshRegistrations';
import { explain, hookError } from './hookError';
import type { WantedRegistration } from './registration';
import { canBeTrusted, decideRegistration } from './registration';
import * as messages from './registrationMessages';
import { RegistrationRefusedError } from './registrationRefused';
import { clearStored, readStored, store } from './storedRegistration';
import { isLoopback, isSameAddress } from './webhookAddress';

/** Somebody waits in front of the editor, or n8n waits to start: an activation can be repeated later. */
const LIMITS = { timeoutMs: 10_000, maxRateLimitWaitMs: 60_000 };

/** How often a change is sent of which nobody knows what became. */
const TRIES = 3;

/** The example event is no more than a convenience, and n8n must not wait long for it. */
const EXAMPLE_LIMITS = { timeoutMs: 3_000, maxRateLimitWaitMs: 5_000 };

/** What the three hooks of n8n have in common. */
interface Situation {
	account: Account;
	options: TriggerOptions;
	staticData: IDataObject;
	wanted: WantedRegistration;
}

/** n8n's `checkExists`: whether the registration stands and its events can be verified. */
export async function checkRegistration(context: IHookFunctions): Promise<boolean> {
	const staticData = context.getWorkflowStaticData('node');
	const stored = readStored(staticData);
	if (stored === undefined) return false;
	const { account, wanted } = await readSituation(context);
	const answer = await readWebhook(context, account);
	if ('value' in answer) return decideRegistration(stored, answer.value, wanted).action === 'leave';
	const isRefused = answer.status === 401 || answer.status === 403;
	if (isRefused || !canBeTrusted(stored, wanted)) throw hookError(context, answer.failure);
	context.logger.warn(`The webhook's registration could not be checked and is kept: ${explain(answer.failure)}`);
	return true;
}

/** n8n's `create`: registers unless that would cut someone off. */
export async function createRegistration(context: IHookFunctions): Promise<boolean> {
	const situation = await readSituation(context);
	const { account, options, staticData, wanted } = situation;
	assertPossible(context, situation);
	const registered = await changeWebhook(context, account, {
		decide(present) {
			const decision = decideRegistration(readStored(staticData), present, wanted);
			if (decision.action === 'refuse') throw new RegistrationRefusedError(context.getNode().name, decision.message);
			return decision;
		},
		tries: TRIES,
		limits: LIMITS,
	});
	if ('unread' in registered) throw hookError(context, registered.unread.failure);
	if ('unchanged' in registered) throw hookError(context, registered.unchanged.failure);
	const { change } = registered;
	if (change.action === 'leave') return true;
	if (change.from !== undefined) context.logger.info(`Took over the account's webhook from '${change.from}'`);
	const signingKey = registered.signingKey ?? '';
	assertReadable(context, signingKey, options);
	await settle(context, situation, signingKey);
	return true;
}

/** n8n's `delete`: also called after a failed `create`, so it removes nothing but the very address it stands for. */
export async function deleteRegistration(context: IHookFunctions): Promise<boolean> {
	const staticData = context.getWorkflowStaticData('node');
	const stored = readStored(staticData);
	// With nothing stored nothing throws: n8n would go on believing that the trigger is registered, and publish it again
	// without asking.
	if (stored === undefined && !(await isUsable(context))) return true;
	const { account, wanted } = await readSituation(context);
	const removed = await changeWebhook<RemovalDecision>(context, account, {
		decide(present) {
			if (present === null) return { action: 'leave', stays: 'nothing' };
			if (isSameAddress(present.url, wanted.url)) return { action: 'remove' };
			const isOld = stored !== undefined && isSameAddress(present.url, stored.url);
			return { action: 'leave', stays: isOld ? 'old' : 'foreign' };
		},
		tries: TRIES,
		limits: LIMITS,
	});
	if ('unchanged' in removed) throw hookError(context, removed.unchanged.failure);
	if ('unread' in removed) {
		const { status, failure } = removed.unread;
		if (stored !== undefined && status !== 404) throw hookError(context, failure);
		context.logger.warn(`Whether a webhook is registered could not be checked: ${explain(failure)}`);
		if (status !== 404) return true;
	} else if (stored !== undefined && removed.change.action === 'leave' && removed.change.stays === 'old') {
		context.logger.warn(messages.oldAddressStays(stored.url));
		return true;
	}
	if (stored !== undefined) clearStored(staticData);
	forgetFresh(wanted.url);
	return true;
}

type RemovalDecision = { action: 'leave'; stays: 'nothing' | 'old' | 'foreign' } | { action: 'remove' };

async function readWebhook(context: IHookFunctions, account: Account) {
	return await requestEndpoint(context, account, { endpoint: 'getWebhook', limits: LIMITS }, webhookRegistration);
}

/** Whether credentials and address are such that the service can be asked. */
async function isUsable(context: IHookFunctions): Promise<boolean> {
	try {
		await readSituation(context);
		return true;
	} catch (error) {
		context.logger.warn('Nothing is known to be registered, and it could not be checked', { error });
		return false;
	}
}

async function readSituation(context: IHookFunctions): Promise<Situation> {
	const account = await readAccount(context);
	const options = readOptions(context);
	const url = context.getNodeWebhookUrl('default');
	if (url === undefined) throw new NodeOperationError(context.getNode(), 'n8n gave this trigger no webhook address');
	const wanted: WantedRegistration = {
		url,
		purpose: context.getMode() === 'manual' ? 'test' : 'production',
		webhookId: context.getNode().webhookId,
		replaceExisting: options.replaceExistingWebhook,
		unsignedWillDo: !givesSigningKey(account.apiVersion) && options.acceptUnsignedEvents,
	};
	return { account, options, staticData: context.getWorkflowStaticData('node'), wanted };
}

/** Refuses what can't work before anything is overwritten. */
function assertPossible(context: IHookFunctions, { account, wanted }: Situation): void {
	if (isLoopback(wanted.url) && !isLoopback(account.baseHost)) {
		throw new RegistrationRefusedError(context.getNode().name, messages.unreachableAddress(wanted.url));
	}
	if (!givesSigningKey(account.apiVersion) && !wanted.unsignedWillDo) {
		throw new RegistrationRefusedError(context.getNode().name, messages.noSigningKey(account.apiVersion));
	}
}

function assertReadable(context: IHookFunctions, signingKey: string, { signingKeyEncoding }: TriggerOptions): void {
	if (signingKey === '' || signingKeyReadings(signingKey, signingKeyEncoding).length > 0) return;
	throw new RegistrationRefusedError(context.getNode().name, messages.unreadableSigningKey(signingKeyEncoding));
}

/** After a successful registration: makes sure that it stands, and keeps what belongs to it. */
async function settle(context: IHookFunctions, situation: Situation, signingKey: string): Promise<void> {
	const { account, staticData, wanted } = situation;
	const trigger = { workflowId: context.getWorkflow().id, nodeId: context.getNode().id, purpose: wanted.purpose };
	const finish = rememberFresh(trigger, { url: wanted.url, createdAt: '', signingKey });
	try {
		const createdAt = await readCreatedAt(context, situation);
		store(staticData, { url: wanted.url, createdAt, signingKey });
		const wantsExample = wanted.purpose === 'test' && readEvents(context).includes(EXAMPLE_EVENT);
		if (wantsExample) await offerExample(context, account);
	} finally {
		finish();
	}
}

/** @returns empty when it can't be read, which costs no more than registering anew on the next check */
async function readCreatedAt(context: IHookFunctions, { account, wanted }: Situation): Promise<string> {
	const remote = await readWebhook(context, account);
	if (!('value' in remote)) return '';
	if (remote.value !== null && isSameAddress(remote.value.url, wanted.url)) return remote.value.createdAt;
	forgetFresh(wanted.url);
	throw new NodeOperationError(context.getNode(), messages.overwrittenMeanwhile(remote.value));
}

/** Whoever builds a workflow sees data within seconds, without waiting for a candidate. */
async function offerExample(context: IHookFunctions, account: Account): Promise<void> {
	const request = { endpoint: 'sendExampleEvent', limits: EXAMPLE_LIMITS } as const;
	const sent = await requestEndpoint(context, account, request, nothing);
	if ('value' in sent) return;
	context.logger.warn(`The example event could not be requested: ${explain(sent.failure)}`);
}
