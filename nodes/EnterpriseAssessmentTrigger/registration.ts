import { type IHookFunctions, NodeOperationError } from 'n8n-workflow';

import { isDeprecatedVersion, readAccount } from '../api/request/account';
import type { Caller } from '../api/request/caller';
import { changeWebhook } from '../api/request/changeWebhook';
import { explain } from '../api/request/messages';
import { tryEndpoint } from '../api/request/request';
import { plainText } from '../api/specification/plainText';
import { EXAMPLE_EVENT, SCORED_EVENT } from '../shared/eventIds';
import { ParameterError } from '../shared/parameters/parameter';
import { isWebAddress } from '../shared/parameters/values';
import { occasionOf, unknownAssessments } from '../shared/publishing';
import { canBeTrusted, decideRegistration, isSameRegistration, isSameUrl, type WantedRegistration } from './decision';
import * as errors from './errors';
import { forgetRegistration, publisherOf, rememberFresh, storedRegistration } from './knownRegistrations';
import { eventFilters, readOptions } from './parameters';
import { signingKeyReadings } from './signature';

/** n8n gives up on a publication after 84 s. With its brief requests, a hook ends within 15 s. */
const HOOK_BUDGET = { timeoutMs: 5_000, totalMs: 9_000 };
/** n8n 2.41 can hang if a test begins while the `delete` of another one is running. */
const END_OF_TEST_BUDGET = { totalMs: 3_000 };

/** How many times to send a change while it's unclear whether the service made it. */
const TRIES = 3;

/** For requests besides the change. Until `create` ends and n8n saves the signing key, n8n's other processes reject events. */
const brief = (caller: Caller): Caller => ({ ...caller, budget: { totalMs: 2_000 } });

type Situation = Awaited<ReturnType<typeof readSituation>>;

async function readSituation(context: IHookFunctions) {
	const account = await readAccount(context).catch((error: Error) => {
		throw errors.credentialsError(context, error);
	});
	const occasion = occasionOf(context);
	const staticData = context.getWorkflowStaticData('node');
	const endsTest = occasion === 'removal' && staticData.isTest === true;
	const caller: Caller = { context, account, place: 'ahead', budget: endsTest ? END_OF_TEST_BUDGET : HOOK_BUDGET };
	const options = await readOptions(context);
	const url = context.getNodeWebhookUrl('default');
	if (url === undefined)
		throw new NodeOperationError(context.getNode(), "n8n didn't provide a webhook URL for this trigger");
	const whenPublishing = options.replaceExistingWebhook ? 'anything' : 'own test';
	const wanted: WantedRegistration = {
		url,
		isTest: occasion === 'test',
		mayReplace: occasion === 'publication' ? whenPublishing : 'nothing',
		webhookId: context.getNode().webhookId,
		editorBase: context.getInstanceBaseUrl(),
		unsignedWillDo: isDeprecatedVersion(caller.account.apiVersion) && options.acceptUnsignedEvents,
	};
	return { caller, occasion, options, staticData, wanted };
}

/** n8n's `checkExists`: whether this trigger is registered and can verify events. */
export async function checkRegistration(context: IHookFunctions): Promise<boolean> {
	const stored = storedRegistration(context.getWorkflowStaticData('node'));
	if (stored === undefined) return false;
	const { caller, occasion, wanted } = await readSituation(context);
	const answer = await tryEndpoint(caller, 'getWebhook');
	if ('value' in answer) {
		const decision = decideRegistration(stored, answer.value, wanted);
		if (decision.action === 'leave') return true;
		const isAtOldUrl = decision.action === 'refuse' && isSameRegistration(stored, decision.present);
		if (!isAtOldUrl || occasion !== 'start') return false;
		// The old URL may still reach this n8n.
		context.logger.warn(errors.oldUrlStays(stored.url));
		return true;
	}
	if (answer.status === 401 || answer.status === 403 || !canBeTrusted(stored, wanted))
		throw errors.hookError(context, answer);
	context.logger.warn(`Couldn't check the webhook, so the trigger keeps its registration: ${explain(answer)}`);
	return true;
}

/** n8n's `create`: registers, unless a different system would lose its webhook. */
export async function createRegistration(context: IHookFunctions): Promise<boolean> {
	const situation = await readSituation(context);
	const { caller, staticData, wanted } = situation;
	// A test has its own static data, so this tells `delete` that it ends a test.
	if (wanted.isTest) staticData.isTest = true;
	const obstacle = await findObstacle(context, situation);
	if (obstacle !== undefined) throw new errors.ActivationRefusedError(context, obstacle);
	const registered = await changeWebhook(caller, {
		decide(present) {
			const decision = decideRegistration(storedRegistration(staticData), present, wanted);
			if (decision.action !== 'refuse') return decision;
			const { url } = decision.present;
			const message = errors.refusalMessage(decision.reason, url, publisherOf(url, context));
			throw new errors.ActivationRefusedError(context, message);
		},
		tries: TRIES,
	});
	if (!('value' in registered)) throw errors.hookError(context, registered);
	const { change, signingKey } = registered.value;
	if (change.action !== 'register') return true;
	if (change.from !== undefined)
		context.logger.info(`Took over your account's webhook from '${plainText(change.from)}'`);
	await storeRegistration(context, situation, { signingKey: signingKey ?? '', replaced: change.from });
	const filters = await eventFilters(context);
	const wantsExample = !(filters instanceof ParameterError) && filters.events.includes(EXAMPLE_EVENT);
	if (wanted.isTest && wantsExample) await requestExample(caller);
	return true;
}

/** n8n's `delete`. n8n also calls it after a failed `create`, so it removes only its own URL. */
export async function deleteRegistration(context: IHookFunctions): Promise<boolean> {
	const stored = storedRegistration(context.getWorkflowStaticData('node'));
	// If nothing is stored, unusable credentials aren't an error. After an error, n8n would think that the trigger is still registered.
	const situation = await readSituation(context).catch((error: Error) => {
		if (stored !== undefined) throw error;
		const message =
			"Couldn't check your account's webhook. None is on record for this trigger, so nothing was removed.";
		context.logger.warn(message, { error });
	});
	if (situation === undefined) return true;
	const { caller, staticData, wanted } = situation;
	let isRead = false;
	let isOldUrl = false;
	const removed = await changeWebhook(caller, {
		decide(present) {
			isRead = true;
			if (present !== null && isSameUrl(present.url, wanted.url)) return { action: 'remove' };
			isOldUrl = present !== null && stored !== undefined && isSameUrl(present.url, stored.url);
			return { action: 'leave' };
		},
		tries: TRIES,
	});
	if (!('value' in removed)) {
		// If GET /webhook returns 404, the API isn't at this Service Address, so there's no webhook to remove.
		if (isRead || (stored !== undefined && removed.status !== 404)) throw errors.hookError(context, removed);
		context.logger.warn(`Couldn't check whether a webhook is registered: ${explain(removed)}`);
	} else if (stored !== undefined && isOldUrl) {
		context.logger.warn(errors.oldUrlStays(stored.url));
		return true;
	}
	forgetRegistration(staticData, wanted.url);
	return true;
}

/** Finds a reason why the trigger can't work, before anything is overwritten. */
async function findObstacle(
	context: IHookFunctions,
	{ caller, occasion, options, wanted }: Situation,
): Promise<string | undefined> {
	const { baseHost, apiVersion } = caller.account;
	const filters = await eventFilters(context);
	if (filters instanceof ParameterError)
		return `${explain(filters)} Until you fix this, nothing can start this workflow.`;
	if (options.problem !== undefined) return explain(options.problem);
	if (!wanted.isTest && !filters.events.includes(SCORED_EVENT)) return errors.NO_SCORE;
	const isReachable = isWebAddress(wanted.url) && (!isLoopback(wanted.url) || isLoopback(baseHost));
	if (!isReachable) return errors.unreachableUrl(wanted.url);
	if (isDeprecatedVersion(apiVersion) && !wanted.unsignedWillDo) return errors.noSigningKey(apiVersion);
	// While n8n starts, no one could correct the filter.
	const unknown = occasion === 'start' ? undefined : await unknownAssessments(brief(caller), filters.assessmentNames);
	return unknown && explain(unknown);
}

function isLoopback(url: string): boolean {
	return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);
}

/** Stores the signing key, which the service returns only once, and after that the time of creation. */
async function storeRegistration(
	context: IHookFunctions,
	{ caller, options, staticData, wanted: { url } }: Situation,
	{ signingKey, replaced }: { signingKey: string; replaced: string | undefined },
): Promise<void> {
	const { signingKeyEncoding: encoding } = options;
	if (signingKey !== '' && signingKeyReadings(signingKey, encoding).length === 0) {
		throw new errors.ActivationRefusedError(context, errors.unreadableSigningKey(encoding, replaced));
	}
	Object.assign(staticData, { url, createdAt: '', signingKey });
	rememberFresh(context, url, signingKey);
	const read = await tryEndpoint(brief(caller), 'getWebhook');
	// Without the time of creation, the next check registers again.
	if (!('value' in read) || read.value === null) return;
	if (!isSameUrl(read.value.url, url)) {
		forgetRegistration(staticData, url);
		throw new errors.ActivationRefusedError(context, errors.overwritten(read.value.url));
	}
	staticData.createdAt = read.value.createdAt;
}

/** Requests the example event, because it shows data within seconds to someone who builds a workflow. */
async function requestExample(caller: Caller): Promise<void> {
	const sent = await tryEndpoint(brief(caller), 'sendExampleEvent');
	if (!('value' in sent)) caller.context.logger.warn(`Couldn't request the example event: ${explain(sent)}`);
}
