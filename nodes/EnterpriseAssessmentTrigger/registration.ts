import { type IHookFunctions, NodeError, WebhookPathTakenError } from 'n8n-workflow';

import { type Account, type Caller, callerOf, SHORT_PATIENCE, within } from '../api/request/caller';
import { changeWebhook } from '../api/request/changeWebhook';
import { explain, requestError } from '../api/request/messages';
import { tryEndpoint, valueOrThrow } from '../api/request/request';
import { CURRENT_VERSION, isLocal, isLoopback, isWebAddress } from '../api/specification/address';
import { plainText } from '../api/specification/plainText';
import { readAll, UserError } from '../shared/parameters/parameter';
import { checkAssessments, moveDescriptionToMessage, occasionOf } from '../shared/publishing';
import { canBeTrusted, decideRegistration, isSameUrl, refusalMessage, type WantedRegistration } from './decision';
import { EVENTS, EXAMPLE_EVENT } from './event';
import { forgetRegistration, rememberRegistration, storedRegistration, workflowAt } from './knownRegistrations';
import { PARAMETERS } from './parameters';
import { signingKeyReadings } from './signature';

/** n8n gives up on a publication after 84 s. With its brief requests, a hook ends within 15 s. */
const HOOK_BUDGET = { timeoutMs: 5_000, totalMs: 9_000, ...SHORT_PATIENCE };
/** n8n 2.41 can hang if a test begins while the `delete` of another one is running. */
const END_OF_TEST_BUDGET = { totalMs: 3_000 };

/** For requests besides the change, because n8n's other processes reject events until `create` ends and n8n saves the signing key. */
const brief = (caller: Caller) => within(caller, { totalMs: 2_500 });

/** Ends a publication immediately. After any other error n8n retries, and if it runs out of time, it shows its own error. */
function refusal(context: IHookFunctions, message: string): WebhookPathTakenError {
	return Object.assign(new WebhookPathTakenError(context.getNode().name), { message });
}

/** Makes a hook whose error is one that n8n shows whole, and retries only if that can help. */
function hook(run: (context: IHookFunctions) => Promise<boolean>) {
	return async function (this: IHookFunctions): Promise<boolean> {
		return await run(this).catch((error: Error) => {
			if (error instanceof UserError) throw refusal(this, explain(error));
			moveDescriptionToMessage(error);
			// An unexpected error may be temporary. No one is waiting while n8n starts.
			const isFinal = error instanceof NodeError && occasionOf(this) === 'publication';
			throw isFinal ? refusal(this, error.message) : error;
		});
	};
}

async function readSituation(context: IHookFunctions) {
	const occasion = occasionOf(context);
	const endsTest = occasion === 'removal' && context.getWorkflowStaticData('node').isTest === true;
	const caller = await callerOf(context, endsTest ? END_OF_TEST_BUDGET : HOOK_BUDGET);
	const wanted: WantedRegistration = {
		url: context.getNodeWebhookUrl('default') ?? '',
		occasion,
		webhookId: context.getNode().webhookId,
		editorBase: context.getInstanceBaseUrl(),
		// Publishing requires 'Accept Unsigned Events' for these versions, because they don't return a signing key.
		unsignedWillDo: caller.account.isDeprecated,
	};
	return { caller, wanted };
}

/** n8n's `checkExists`: whether this trigger is registered and can verify events. */
const checkRegistration = hook(async (context) => {
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
	if (decision.action !== 'leave') return false;
	if (!isSameUrl(stored.url, wanted.url)) context.logger.warn(refusalMessage('storedElsewhere', stored.url));
	return true;
});

/** n8n's `create`. Registers, and stores the signing key before any other request, because events are rejected until then. */
const createRegistration = hook(async (context) => {
	const { caller, wanted } = await readSituation(context);
	const isTest = wanted.occasion === 'test';
	// A test has its own static data, so this tells `delete` that it ends a test.
	if (isTest) context.getWorkflowStaticData('node').isTest = true;
	const { events, filters, options } = readAll(PARAMETERS, context);
	const problem = whyUnusable(caller.account, wanted, { events, ...options });
	if (problem !== undefined) throw refusal(context, problem);
	if (isLocal(wanted.url) && !isLocal(caller.account.baseHost))
		context.logger.warn(
			`If the service isn't in n8n's network, it can't reach n8n at '${wanted.url}', so no events will arrive. Set N8N_WEBHOOK_URL to n8n's public URL, or use the Enterprise Assessment Poll Trigger`,
		);
	// While n8n starts, no one could correct the filter.
	if (wanted.occasion !== 'start') await checkAssessments(brief(caller), filters.assessmentNames);
	const registered = await changeWebhook(caller, {
		decide(present) {
			const replacesOthers = options.replaceExistingWebhook;
			const decision = decideRegistration(storedRegistration(context), present, { ...wanted, replacesOthers });
			if (decision.action !== 'refuse') return decision;
			const { reason, url } = decision;
			throw refusal(context, refusalMessage(reason, url, workflowAt(url)));
		},
		tries: 3,
	});
	const { change, signingKey } = valueOrThrow(caller, registered);
	if (change.action !== 'register') return true;
	const replaced = change.from && plainText(change.from);
	if (replaced !== undefined) context.logger.info(`Took over your account's webhook from '${replaced}'`);
	const encoding = options.signingKeyEncoding;
	if (signingKey && signingKeyReadings(signingKey, encoding).length === 0) {
		const loss = replaced && ` The previous webhook was replaced and no longer receives events: '${replaced}'.`;
		const what = `The service returned a signing key that isn't valid ${encoding}.${loss ?? ''}`;
		throw refusal(context, `Set this node's option 'Signing Key Encoding' to Auto. ${what}`);
	}
	const registration = { url: change.url, createdAt: '', signingKey: signingKey ?? '' };
	rememberRegistration(context, registration);
	const created = await tryEndpoint(brief(caller), 'getWebhook');
	// Without the time of creation, the next check registers again.
	if ('value' in created && created.value !== null)
		rememberRegistration(context, { ...registration, createdAt: created.value.createdAt });
	if (isTest && events.includes(EXAMPLE_EVENT)) {
		// It shows data within seconds to someone who builds a workflow.
		const sent = await tryEndpoint(brief(caller), 'sendExampleEvent');
		if (!('value' in sent)) context.logger.warn(`Couldn't request the example event: ${explain(sent)}`);
	}
	return true;
});

/** Says why a trigger couldn't work, before anything is overwritten. */
function whyUnusable(
	{ baseHost, apiVersion }: Account,
	{ url, occasion, unsignedWillDo }: WantedRegistration,
	{ events, acceptUnsignedEvents }: { events: readonly string[]; acceptUnsignedEvents: boolean },
): string | undefined {
	const aboutReports = EVENTS.filter(({ isAboutReports }) => isAboutReports);
	if (occasion !== 'test' && !aboutReports.some(({ value }) => events.includes(value)))
		return `${aboutReports.map(({ name }) => `'${name}'`).join(' or ')} isn't selected in 'Trigger On', so no real event would start this workflow. Add it, or check the expression. To try the example event, test this node instead of publishing.`;
	// The URL can be incomplete, or one that only n8n's own machine can reach.
	if (!isWebAddress(url) || (isLoopback(url) && !isLoopback(baseHost)))
		return `The service can't reach n8n at '${url}'. Set n8n's environment variable N8N_WEBHOOK_URL (older n8n: WEBHOOK_URL) to n8n's full public URL, starting with https://. Then restart n8n and try again.`;
	if (unsignedWillDo && !acceptUnsignedEvents)
		return `Set 'API Version' (apiVersion) in the credentials to ${CURRENT_VERSION}, or turn on this node's option 'Accept Unsigned Events'. API version ${apiVersion} doesn't return a signing key for the webhook, so anyone could send made-up events.`;
	return undefined;
}

/** n8n's `delete`. n8n also calls it after a failed `create`, so it removes only its own URL. */
const deleteRegistration = hook(async (context) => {
	const stored = storedRegistration(context);
	let isAtOldUrl = false;
	const remove = async () => {
		const { caller, wanted } = await readSituation(context);
		const removed = await changeWebhook(caller, {
			decide(present) {
				const isOurs = present !== null && isSameUrl(present.url, wanted.url);
				isAtOldUrl = !isOurs && present !== null && stored !== undefined && isSameUrl(present.url, stored.url);
				return { action: isOurs ? 'remove' : 'leave' };
			},
			tries: 3,
		});
		// If GET /webhook returns 404, the API isn't at this Service Address, so there's no webhook to remove.
		if (!('value' in removed) && removed.status !== 404) throw requestError(caller, removed);
		if (stored !== undefined && isAtOldUrl) context.logger.warn(refusalMessage('storedElsewhere', stored.url));
		else forgetRegistration(context, wanted.url);
	};
	await remove().catch((error: Error) => {
		// After an error, n8n would think that the trigger is still registered.
		if (stored !== undefined) throw error;
		moveDescriptionToMessage(error);
		context.logger.warn(`Couldn't check or remove your account's webhook: ${error.message}`);
	});
	return true;
});

export const hooks = { checkExists: checkRegistration, create: createRegistration, delete: deleteRegistration };
