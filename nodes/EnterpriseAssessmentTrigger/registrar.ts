import type { IDataObject, IHookFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Account } from '../api/account';
import { readAccount } from '../api/account';
import { isDeprecatedVersion } from '../api/address';
import { systemClock } from '../api/pacing/clock';
import { EXAMPLE_EVENT } from './event';
import { forgetFresh, rememberFresh } from './freshRegistrations';
import type { TriggerOptions } from './parameters';
import { readEvents, readOptions } from './parameters';
import type { WantedRegistration } from './registration';
import { canBeTrusted, decideRegistration } from './registration';
import * as messages from './registrationMessages';
import { RegistrationRefusedError } from './registrationRefused';
import { signingKeyReadings } from './signingKey';
import { clearStored, readStored, store } from './storedRegistration';
import { isLoopback, isSameAddress } from './webhookAddress';
import { deleteWebhook, explain, postWebhook, readWebhook, requestError, sendExampleEvent } from './webhookEndpoints';

const MAX_ATTEMPTS = 3;
const PAUSE_MS = 1_000;

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
	for (let attempt = 1; ; attempt++) {
		// Read right before posting, since posting overwrites whatever is there.
		const remote = await readWebhook(context, account);
		if (!('value' in remote)) throw requestError(context, remote);
		const decision = decideRegistration(readStored(staticData), remote.value, wanted);
		if (decision.action === 'keep') return true;
		if (decision.action === 'refuse') throw new RegistrationRefusedError(context.getNode().name, decision.message);

		const posted = await postWebhook(context, account, wanted.url);
		if ('value' in posted) {
			if (decision.action === 'takeOver') {
				context.logger.info(`Took over the account's webhook from '${decision.from}'`);
			}
			assertKey(context, account, options, posted.value);
			await settle(context, situation, posted.value);
			return true;
		}
		// In doubt, what stands there now says what happened; the loop reads it before it posts again.
		if (!posted.inDoubt || attempt === MAX_ATTEMPTS) throw requestError(context, posted);
		await systemClock.sleep(PAUSE_MS);
	}
}

/** n8n's `delete`: also called after a failed `create`, so it removes nothing but the very address it stands for. */
export async function deleteRegistration(context: IHookFunctions): Promise<boolean> {
	const staticData = context.getWorkflowStaticData('node');
	const stored = readStored(staticData);
	// With nothing stored nothing throws: n8n would go on believing that the trigger is registered, and publish it again
	// without asking.
	if (stored === undefined && !(await isUsable(context))) return true;
	const { account, wanted } = await readSituation(context);
	const remote = await readWebhook(context, account);
	if (!('value' in remote)) {
		if (stored !== undefined) throw requestError(context, remote);
		context.logger.warn(`Nothing is known to be registered, and it could not be checked: ${explain(remote.failure)}`);
		return true;
	}
	if (remote.value !== null && isSameAddress(remote.value.url, wanted.url)) {
		const deleted = await deleteWebhook(context, account);
		if (!('value' in deleted)) throw requestError(context, deleted);
	} else if (remote.value !== null && stored !== undefined && isSameAddress(remote.value.url, stored.url)) {
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
	if (isDeprecatedVersion(account.apiVersion)) assertKeyNeedless(context, account, options);
}

function assertKey(context: IHookFunctions, account: Account, options: TriggerOptions, signingKey: string): void {
	if (signingKey === '') {
		assertKeyNeedless(context, account, options);
	} else if (signingKeyReadings(signingKey, options.signingKeyEncoding).length === 0) {
		throw new RegistrationRefusedError(
			context.getNode().name,
			messages.unreadableSigningKey(options.signingKeyEncoding),
		);
	}
}

function assertKeyNeedless(context: IHookFunctions, account: Account, options: TriggerOptions): void {
	if (options.acceptUnsignedEvents) return;
	throw new RegistrationRefusedError(context.getNode().name, messages.noSigningKey(account.apiVersion));
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
