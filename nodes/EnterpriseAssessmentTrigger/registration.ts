import { type IHookFunctions, NodeError, NodeOperationError, WebhookPathTakenError } from 'n8n-workflow';

import { isDeprecatedVersion } from '../api/request/account';
import { type Caller, callerOf } from '../api/request/caller';
import { changeWebhook } from '../api/request/changeWebhook';
import { explain, requestError } from '../api/request/messages';
import { tryEndpoint, valueOrThrow } from '../api/request/request';
import { plainText } from '../api/specification/plainText';
import { EXAMPLE_EVENT, SCORED_EVENT } from '../shared/eventIds';
import { ParameterError } from '../shared/parameters/parameter';
import { isWebAddress } from '../shared/parameters/values';
import { checkAssessments, moveDescriptionToMessage, occasionOf } from '../shared/publishing';
import { canBeTrusted, decideRegistration, isSameUrl, type WantedRegistration } from './decision';
import * as errors from './errors';
import { forgetRegistration, publisherOf, rememberRegistration, storedRegistration } from './knownRegistrations';
import { type EventParameters, readEventParameters, readOptions } from './parameters';
import { signingKeyReadings } from './signature';

/** n8n gives up on a publication after 84 s. With its brief requests, a hook ends within 15 s. */
const HOOK_BUDGET = { timeoutMs: 5_000, totalMs: 9_000 };
/** n8n 2.41 can hang if a test begins while the `delete` of another one is running. */
const END_OF_TEST_BUDGET = { totalMs: 3_000 };

/** For requests besides the change. Until `create` ends and n8n saves the signing key, n8n's other processes reject events. */
const brief = (caller: Caller): Caller => ({ ...caller, budget: { totalMs: 2_000 } });

/** Ends a publication immediately. After any other error n8n retries, and if it runs out of time, it shows its own error. */
function refusal(context: IHookFunctions, message: string): WebhookPathTakenError {
	return Object.assign(new WebhookPathTakenError(context.getNode().name), { message });
}

/** Makes a hook whose error is one that n8n shows whole, and retries only if that can help. */
function hook(run: (context: IHookFunctions) => Promise<boolean>) {
	return async (context: IHookFunctions): Promise<boolean> =>
		await run(context).catch((error: Error) => {
			if (error instanceof ParameterError) throw refusal(context, explain(error));
			moveDescriptionToMessage(error);
			// An unexpected error may be temporary. No one is waiting while n8n starts.
			const isFinal = error instanceof NodeError && occasionOf(context) === 'publication';
			throw isFinal ? refusal(context, error.message) : error;
		});
}

type Situation = Awaited<ReturnType<typeof readSituation>>;

async function readSituation(context: IHookFunctions) {
	const occasion = occasionOf(context);
	const staticData = context.getWorkflowStaticData('node');
	const endsTest = occasion === 'removal' && staticData.isTest === true;
	const caller = await callerOf(context, { place: 'ahead', budget: endsTest ? END_OF_TEST_BUDGET : HOOK_BUDGET });
	const options = await readOptions(context);
	const url = context.getNodeWebhookUrl('default');
	if (url === undefined)
		throw new NodeOperationError(context.getNode(), "n8n didn't provide a webhook URL for this trigger");
	const wanted: WantedRegistration = {
		url,
		occasion,
		replacesOthers: options.replaceExistingWebhook,
		webhookId: context.getNode().webhookId,
		editorBase: context.getInstanceBaseUrl(),
		unsignedWillDo: isDeprecatedVersion(caller.account.apiVersion) && options.acceptUnsignedEvents,
	};
	return { context, caller, options, staticData, wanted };
}

/** n8n's `checkExists`: whether this trigger is registered and can verify events. */
export const checkRegistration = hook(async (context) => {
	const stored = storedRegistration(context);
	if (stored === undefined) return false;
	const { caller, wanted } = await readSituation(context);
	const answer = await tryEndpoint(caller, 'getWebhook');
	if (!('value' in answer)) {
		const isRefused = answer.status === 401 || answer.status === 403;
		if (isRefused || !canBeTrusted(stored, wanted)) throw requestError(caller, answer);
		context.logger.warn(`Couldn't check the webhook, so the trigger keeps its registration: ${explain(answer)}`);
		return true;
	}
	const decision = decideRegistration(stored, answer.value, wanted);
	if (decision.action === 'leave') return true;
	const isAtOldUrl = decision.action === 'refuse' && decision.reason === 'storedElsewhere';
	if (wanted.occasion !== 'start' || !isAtOldUrl || decision.present.createdAt !== stored.createdAt) return false;
	// The old URL may still reach this n8n.
	context.logger.warn(errors.oldUrlStays(stored.url));
	return true;
});

/** n8n's `create`: registers, unless a different system would lose its webhook. */
export const createRegistration = hook(async (context) => {
	const situation = await readSituation(context);
	const { caller, staticData, wanted } = situation;
	const isTest = wanted.occasion === 'test';
	// A test has its own static data, so this tells `delete` that it ends a test.
	if (isTest) staticData.isTest = true;
	const { events } = await checkParameters(situation);
	const registered = await changeWebhook(caller, {
		decide(present) {
			const decision = decideRegistration(storedRegistration(context), present, wanted);
			if (decision.action !== 'refuse') return decision;
			const { url } = decision.present;
			throw refusal(context, errors.refusalMessage(decision.reason, url, publisherOf(url, context)));
		},
		tries: 3,
	});
	const { change, signingKey } = valueOrThrow(caller, registered);
	if (change.action !== 'register') return true;
	if (change.from !== undefined)
		context.logger.info(`Took over your account's webhook from '${plainText(change.from)}'`);
	await storeRegistration(situation, signingKey ?? '', change.from);
	if (isTest && events.includes(EXAMPLE_EVENT)) {
		// It shows data within seconds to someone who builds a workflow.
		const sent = await tryEndpoint(brief(caller), 'sendExampleEvent');
		if (!('value' in sent)) context.logger.warn(`Couldn't request the example event: ${explain(sent)}`);
	}
	return true;
});

/** n8n's `delete`. n8n also calls it after a failed `create`, so it removes only its own URL. */
export const deleteRegistration = hook(async (context) => {
	const stored = storedRegistration(context);
	// If nothing is stored, unusable credentials aren't an error. After an error, n8n would think that the trigger is still registered.
	const situation = await readSituation(context).catch((error: Error) => {
		if (stored !== undefined) throw error;
		moveDescriptionToMessage(error);
		const message =
			"Couldn't check your account's webhook. None is on record for this trigger, so nothing was removed.";
		context.logger.warn(message, { error });
	});
	if (situation === undefined) return true;
	const { caller, wanted } = situation;
	let isRead = false;
	let isOldUrl = false;
	const removed = await changeWebhook(caller, {
		decide(present) {
			isRead = true;
			if (present !== null && isSameUrl(present.url, wanted.url)) return { action: 'remove' };
			isOldUrl = present !== null && stored !== undefined && isSameUrl(present.url, stored.url);
			return { action: 'leave' };
		},
		tries: 3,
	});
	if (!('value' in removed)) {
		// If GET /webhook returns 404, the API isn't at this Service Address, so there's no webhook to remove.
		if (isRead || (stored !== undefined && removed.status !== 404)) throw requestError(caller, removed);
		context.logger.warn(`Couldn't check whether a webhook is registered: ${explain(removed)}`);
	} else if (stored !== undefined && isOldUrl) {
		context.logger.warn(errors.oldUrlStays(stored.url));
		return true;
	}
	forgetRegistration(context, wanted.url);
	return true;
});

/** Refuses a trigger that couldn't work, before anything is overwritten. */
async function checkParameters({ context, caller, options, wanted }: Situation): Promise<EventParameters> {
	const { baseHost, apiVersion } = caller.account;
	const { url, occasion } = wanted;
	const parameters = await readEventParameters(context);
	if (parameters instanceof ParameterError)
		throw refusal(context, `${explain(parameters)} Until you fix this, nothing can start this workflow.`);
	if (options.problem !== undefined) throw refusal(context, explain(options.problem));
	if (occasion !== 'test' && !parameters.events.includes(SCORED_EVENT)) throw refusal(context, errors.NO_SCORE);
	const isReachable = isWebAddress(url) && (!isLoopback(url) || isLoopback(baseHost));
	if (!isReachable) throw refusal(context, errors.unreachableUrl(url));
	if (isDeprecatedVersion(apiVersion) && !wanted.unsignedWillDo)
		throw refusal(context, errors.noSigningKey(apiVersion));
	// While n8n starts, no one could correct the filter.
	if (occasion === 'start') return parameters;
	await checkAssessments(brief(caller), parameters.filters.assessmentNames);
	return parameters;
}

function isLoopback(url: string): boolean {
	return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);
}

/** Stores the signing key, which the service returns only once, and after that the time of creation. */
async function storeRegistration(situation: Situation, signingKey: string, replaced: string | undefined) {
	const { context, caller, staticData, wanted } = situation;
	const { url } = wanted;
	const { signingKeyEncoding: encoding } = situation.options;
	if (signingKey !== '' && signingKeyReadings(signingKey, encoding).length === 0)
		throw refusal(context, errors.unreadableSigningKey(encoding, replaced));
	rememberRegistration(context, url, signingKey);
	const read = await tryEndpoint(brief(caller), 'getWebhook');
	// Without the time of creation, the next check registers again.
	if (!('value' in read) || read.value === null) return;
	if (!isSameUrl(read.value.url, url)) {
		forgetRegistration(context, url);
		throw refusal(context, errors.overwritten(read.value.url));
	}
	staticData.createdAt = read.value.createdAt;
}
