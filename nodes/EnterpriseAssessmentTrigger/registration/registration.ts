import type { IHookFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { explain } from '../../api/outcome/apiError';
import type { Caller } from '../../api/request/caller';
import { callerOf } from '../../api/request/caller';
import { requestEndpoint } from '../../api/request/request';
import { givesSigningKey } from '../../api/specification/address';
import { nothing, webhookRegistration } from '../../api/specification/responses';
import { changeWebhook } from '../../api/webhook/changeWebhook';
import { SCORED_EVENT } from '../../shared/scoreReports';
import { isWebAddress } from '../../shared/webAddress';
import { EXAMPLE_EVENT, readEvents, readFilters, readOptions } from '../parameters';
import { signingKeyReadings } from '../signature/signingKey';
import type { WantedRegistration } from './decision';
import { canBeTrusted, decideRegistration, isSameAddress, isTheSame } from './decision';
import * as errors from './errors';
import { ActivationRefusedError, hookError, isStart } from './errors';
import { clearStored, forgetFresh, readStored, rememberFresh, store, workflowNameAt } from './ownRegistration';

/**
 * n8n gives up a publication after 84 s, and somebody waits in front of it: a hook, and the `delete` that n8n calls after a
 * failure, are over in less than half a minute together.
 */
const LIMITS = { timeoutMs: 5_000, totalMs: 10_000 };

/** How often a change may be sent while nobody knows whether it was carried out. */
const TRIES = 3;

/** What follows a registration is brief: n8n saves the signing key only then, and its other processes refuse events until it has. */
const BRIEFLY = { totalMs: 2_000 };

type Situation = Awaited<ReturnType<typeof readSituation>>;

/** What n8n's three hooks have in common. */
async function readSituation(context: IHookFunctions) {
	const caller = { ...(await callerOf(context)), limits: LIMITS };
	const options = readOptions(context);
	const url = context.getNodeWebhookUrl('default');
	if (url === undefined) throw new NodeOperationError(context.getNode(), 'n8n gave this trigger no webhook address');
	const isTest = context.getMode() === 'manual';
	const wanted: WantedRegistration = {
		url,
		isTest,
		mayReplace: isTest || isStart(context) ? 'nothing' : options.replaceExistingWebhook ? 'anything' : 'own test',
		webhookId: context.getNode().webhookId,
		editorBase: context.getInstanceBaseUrl(),
		unsignedWillDo: !givesSigningKey(caller.account.apiVersion) && options.acceptUnsignedEvents,
	};
	return { caller, options, staticData: context.getWorkflowStaticData('node'), wanted };
}

/** n8n's `checkExists`: whether the registration stands and its events can be verified. */
export async function checkRegistration(context: IHookFunctions): Promise<boolean> {
	const stored = readStored(context.getWorkflowStaticData('node'));
	if (stored === undefined) return false;
	const { caller, wanted } = await readSituation(context);
	const answer = await requestEndpoint(caller, { endpoint: 'getWebhook' }, webhookRegistration);
	if ('value' in answer) {
		const present = answer.value;
		if (decideRegistration(stored, present, wanted).action === 'leave') return true;
		if (!isStart(context) || present === null || !isTheSame(stored, present)) return false;
		// The old address may still lead here: then its events go on coming.
		context.logger.warn(errors.oldAddressStays(stored.url));
		return true;
	}
	const isRefused = answer.status === 401 || answer.status === 403;
	if (isRefused || !canBeTrusted(stored, wanted)) throw hookError(context, answer);
	context.logger.warn(`The webhook's registration could not be checked and is kept: ${explain(answer)}`);
	return true;
}

/** n8n's `create`: registers unless that would cut someone off. */
export async function createRegistration(context: IHookFunctions): Promise<boolean> {
	const situation = await readSituation(context);
	const { caller, staticData, wanted } = situation;
	const impossible = impossibility(context, situation);
	if (impossible !== undefined) throw new ActivationRefusedError(context, impossible);
	const registered = await changeWebhook(caller, {
		decide(present) {
			const decision = decideRegistration(readStored(staticData), present, wanted);
			if (decision.action !== 'refuse') return decision;
			const user = present === null ? '' : errors.usedBy(present, workflowNameAt(present.url));
			throw new ActivationRefusedError(context, `${decision.message} ${user}`);
		},
		tries: TRIES,
	});
	if ('failed' in registered) throw hookError(context, registered.failed);
	const { change, signingKey } = registered;
	if (change.action === 'leave') return true;
	if (change.from !== undefined) context.logger.info(`Took over the account's webhook from '${change.from}'`);
	await keep(context, situation, signingKey ?? '');
	if (wanted.isTest && readEvents(context).includes(EXAMPLE_EVENT)) await offerExample(caller);
	return true;
}

/** n8n's `delete`: also called after a failed `create`, so it removes nothing but the very address it stands for. */
export async function deleteRegistration(context: IHookFunctions): Promise<boolean> {
	const stored = readStored(context.getWorkflowStaticData('node'));
	// With nothing stored, a service that can't be asked is no error: n8n would go on believing that the trigger is
	// registered, and publish it again without asking.
	const situation = await readSituation(context).catch((error: Error) => error);
	if (situation instanceof Error) {
		if (stored !== undefined) throw situation;
		context.logger.warn('Nothing is known to be registered, and it could not be checked', { error: situation });
		return true;
	}
	const { caller, staticData, wanted } = situation;
	let isOldAddress = false;
	const removed = await changeWebhook(caller, {
		decide(present) {
			if (present !== null && isSameAddress(present.url, wanted.url)) return { action: 'remove' };
			isOldAddress = present !== null && stored !== undefined && isSameAddress(present.url, stored.url);
			return { action: 'leave' };
		},
		tries: TRIES,
	});
	if ('failed' in removed) {
		const { failed, isRead } = removed;
		if (isRead || (stored !== undefined && failed.status !== 404)) throw hookError(context, failed);
		context.logger.warn(`Whether a webhook is registered could not be checked: ${explain(failed)}`);
	} else if (stored !== undefined && isOldAddress) {
		context.logger.warn(errors.oldAddressStays(stored.url));
		return true;
	}
	clearStored(staticData);
	forgetFresh(wanted.url);
	return true;
}

/** What can't work, before anything is overwritten. */
function impossibility(context: IHookFunctions, { caller, wanted }: Situation): string | undefined {
	const { baseHost, apiVersion } = caller.account;
	const filters = readFilters(context);
	if ('problem' in filters) return `${explain(filters.problem)} Until then nothing would start this workflow.`;
	if (!wanted.isTest && !filters.events.includes(SCORED_EVENT)) return errors.NO_SCORE;
	const isReachable = isWebAddress(wanted.url) && (!isLoopback(wanted.url) || isLoopback(baseHost));
	if (!isReachable) return errors.unreachableAddress(wanted.url);
	if (!givesSigningKey(apiVersion) && !wanted.unsignedWillDo) return errors.noSigningKey(apiVersion);
	return undefined;
}

/** Whether an address leads to the machine it is used on. */
function isLoopback(address: string): boolean {
	return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname);
}

/** Keeps the key of a new registration, which the service tells only once, and then the time of its creation. */
async function keep(
	context: IHookFunctions,
	{ caller, options, staticData, wanted: { url } }: Situation,
	signingKey: string,
): Promise<void> {
	const { signingKeyEncoding } = options;
	if (signingKey !== '' && signingKeyReadings(signingKey, signingKeyEncoding).length === 0) {
		throw new ActivationRefusedError(context, errors.unreadableSigningKey(signingKeyEncoding));
	}
	store(staticData, { url, createdAt: '', signingKey });
	rememberFresh(context, url, signingKey);
	const briefly = { ...caller, limits: BRIEFLY };
	const read = await requestEndpoint(briefly, { endpoint: 'getWebhook' }, webhookRegistration);
	// Without the time of its creation the next check registers anew, which does no harm.
	if (!('value' in read) || read.value === null || !isSameAddress(read.value.url, url)) return;
	store(staticData, { url, createdAt: read.value.createdAt, signingKey });
}

/** People who build a workflow see data within seconds, before anybody takes an assessment. */
async function offerExample(caller: Caller): Promise<void> {
	const briefly = { ...caller, limits: BRIEFLY };
	const sent = await requestEndpoint(briefly, { endpoint: 'sendExampleEvent' }, nothing);
	if ('value' in sent) return;
	caller.context.logger.warn(`The example event could not be requested: ${explain(sent)}`);
}
