import type { IDataObject, IHookFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Account } from '../../api/request/account';
import { readAccount } from '../../api/request/account';
import { isDeprecatedVersion } from '../../api/specification/address';
import { changeWebhook } from './changeWebhook';
import { EXAMPLE_EVENT } from '../receiving/event';
import { forgetFresh, rememberFresh } from './freshRegistrations';
import type { TriggerOptions } from '../parameters';
import { readEvents, readOptions } from '../parameters';
import type { WantedRegistration } from './registration';
import { canBeTrusted, decideRegistration } from './registration';
import * as messages from './registrationMessages';
import { RegistrationRefusedError } from './registrationRefused';
import { signingKeyReadings } from '../signature/signingKey';
import { clearStored, readStored, store } from './storedRegistration';
import { isLoopback, isSameAddress } from './webhookAddress';
import { deleteWebhook, explain, postWebhook, readWebhook, requestError, sendExampleEvent } from './webhookEndpoints';

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
	if ('value' in answer) return decideRegistration(stored, answer.value, wanted).action === 'keep';
	const isRefused = answer.status === 401 || answer.status === 403;
	if (isRefused || !canBeTrusted(stored, wanted)) throw requestError(context, answer);
	context.logger.warn(`The webhook's registration could not be checked and is kept: ${explain(answer.failure)}`);
	return true;
}

/** n8n's `create`: registers unless that would cut someone off. */
export async function createRegistration(context: IHookFunctions): Promise<boolean> {
	const situation = await readSituation(context);
	const { account, options, staticData, wanted } = situation;
	assertPossible(context, situation);
	const registered = await changeWebhook<string | undefined>(context, account, async (remote, place) => {
		const decision = decideRegistration(readStored(staticData), remote, wanted);
		if (decision.action === 'keep') return { value: undefined };
		if (decision.action === 'refuse') throw new RegistrationRefusedError(context.getNode().name, decision.message);
		const mayBeKeyless = options.acceptUnsignedEvents;
		const posted = await postWebhook(context, account, { url: wanted.url, mayBeKeyless, place });
		if ('value' in posted && decision.action === 'takeOver') {
			context.logger.info(`Took over the account's webhook from '${decision.from}'`);
		}
		return posted;
	});
	if ('unread' in registered) throw requestError(context, registered.unread);
	if ('unchanged' in registered) throw requestError(context, registered.unchanged);
	if (registered.value === undefined) return true;
	assertReadable(context, registered.value, options);
	await settle(context, situation, registered.value);
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
	const removed = await changeWebhook<'nothing' | 'deleted' | 'old' | 'foreign'>(
		context,
		account,
		async (remote, place) => {
			if (remote === null) return { value: 'nothing' };
			if (isSameAddress(remote.url, wanted.url)) return await deleteWebhook(context, account, place);
			return { value: stored !== undefined && isSameAddress(remote.url, stored.url) ? 'old' : 'foreign' };
		},
	);
	if ('unchanged' in removed) throw requestError(context, removed.unchanged);
	if ('unread' in removed) {
		const { status, failure } = removed.unread;
		if (stored !== undefined && status !== 404) throw requestError(context, removed.unread);
		context.logger.warn(`Whether a webhook is registered could not be checked: ${explain(failure)}`);
		if (status !== 404) return true;
	} else if (stored !== undefined && removed.value === 'old') {
		context.logger.warn(messages.oldAddressStays(stored.url));
		return true;
	}
	if (stored !== undefined) clearStored(staticData);
	forgetFresh(wanted.url);
	return true;
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
		unsignedWillDo: options.acceptUnsignedEvents && isDeprecatedVersion(account.apiVersion),
	};
	return { account, options, staticData: context.getWorkflowStaticData('node'), wanted };
}

/** Refuses what can't work before anything is overwritten. */
function assertPossible(context: IHookFunctions, { account, options, wanted }: Situation): void {
	if (isLoopback(wanted.url) && !isLoopback(account.baseHost)) {
		throw new RegistrationRefusedError(context.getNode().name, messages.unreachableAddress(wanted.url));
	}
	if (isDeprecatedVersion(account.apiVersion) && !options.acceptUnsignedEvents) {
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
	const sent = await sendExampleEvent(context, account);
	if ('value' in sent) return;
	context.logger.warn(`The example event could not be requested: ${explain(sent.failure)}`);
}
