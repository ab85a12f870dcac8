import type { IHookFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Caller } from '../../api/request/caller';
import { callerOf } from '../../api/request/caller';
import { changeWebhook } from '../../api/request/changeWebhook';
import { explain } from '../../api/request/messages';
import { requestEndpoint } from '../../api/request/request';
import { givesSigningKey } from '../../api/specification/endpoints';
import { nothing, webhookRegistration } from '../../api/specification/responses';
import { isStart, isWebAddress } from '../../shared/parameters';
import { SCORED_EVENT } from '../../shared/scoreReports';
import { EXAMPLE_EVENT, readEvents, readFilters, readOptions } from '../parameters';
import { signingKeyReadings } from '../signature/signingKey';
import type { WantedRegistration } from './decision';
import { canBeTrusted, decideRegistration, isSameAddress, isTheSame } from './decision';
import * as errors from './errors';
import { ActivationRefusedError, hookError } from './errors';
import { clearStored, forgetFresh, publisherOf, readStored, rememberFresh, store } from './ownRegistration';

/** n8n gives up a publication after 84 s: a hook and the `delete` that follows its failure take less than 30 s together. */
const LIMITS = { timeoutMs: 5_000, totalMs: 10_000 };

/** How often a change is sent while it's unknown whether it was carried out. */
const TRIES = 3;

/** n8n saves the signing key only after `create`, and its other processes refuse events until then. */
const BRIEFLY = { totalMs: 2_500 };

type Situation = Awaited<ReturnType<typeof readSituation>>;

/** What n8n's three hooks have in common. */
async function readSituation(context: IHookFunctions) {
	const caller = { ...(await callerOf(context)), budget: LIMITS };
	const options = readOptions(context);
	const url = context.getNodeWebhookUrl('default');
	if (url === undefined)
		throw new NodeOperationError(context.getNode(), "n8n didn't provide a webhook URL for this trigger");
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
	if (answer.status === 401 || answer.status === 403 || !canBeTrusted(stored, wanted)) throw hookError(context, answer);
	context.logger.warn(`Could not check the webhook, so its registration is kept: ${explain(answer)}`);
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
			const publisher = publisherOf(decision.present.url, context);
			throw new ActivationRefusedError(context, errors.refusalMessage(decision, publisher));
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
		const message =
			"Could not check the account's webhook. None is on record for this trigger, so nothing was removed.";
		context.logger.warn(message, { error: situation });
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
		context.logger.warn(`Could not check whether a webhook is registered: ${explain(failed)}`);
	} else if (stored !== undefined && isOldAddress) {
		context.logger.warn(errors.oldAddressStays(stored.url));
		return true;
	}
	clearStored(staticData);
	forgetFresh(wanted.url);
	return true;
}

/** What can't work, before anything is overwritten. */
function impossibility(context: IHookFunctions, { caller, options, wanted }: Situation): string | undefined {
	const { baseHost, apiVersion } = caller.account;
	const filters = readFilters(context);
	if ('problem' in filters) return `${explain(filters.problem)} Until then nothing would start this workflow.`;
	if (options.maxEventAgeProblem !== undefined) return explain(options.maxEventAgeProblem);
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
	const read = await requestEndpoint({ ...caller, budget: BRIEFLY }, { endpoint: 'getWebhook' }, webhookRegistration);
	// Without the time of its creation the next check registers again, which does no harm.
	if (!('value' in read) || read.value === null) return;
	if (!isSameAddress(read.value.url, url)) {
		clearStored(staticData);
		forgetFresh(url);
		throw new ActivationRefusedError(context, errors.overwritten(read.value));
	}
	store(staticData, { url, createdAt: read.value.createdAt, signingKey });
}

/** Someone who builds a workflow sees data within seconds, before anyone takes an assessment. */
async function offerExample(caller: Caller): Promise<void> {
	const sent = await requestEndpoint({ ...caller, budget: BRIEFLY }, { endpoint: 'sendExampleEvent' }, nothing);
	if (!('value' in sent)) caller.context.logger.warn(`Could not request the example event: ${explain(sent)}`);
}
