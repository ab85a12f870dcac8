import type { IHookFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { explain } from '../../api/outcome/explain';
import { systemClock } from '../../api/pacing/clock';
import type { Account } from '../../api/request/account';
import type { Sequence } from '../../api/request/request';
import { requestEndpoint } from '../../api/request/request';
import { givesSigningKey } from '../../api/specification/address';
import { nothing, webhookRegistration } from '../../api/specification/responses';
import type { WebhookRegistration } from '../../api/specification/types';
import { changeWebhook } from '../../api/webhook/changeWebhook';
import { SCORED_EVENT } from '../../shared/scoredEvent';
import { isWebAddress } from '../../shared/webAddress';
import { filterThatIsNoList, readEvents } from '../parameters';
import { EXAMPLE_EVENT } from '../receiving/event';
import { signingKeyReadings } from '../signature/signingKey';
import { ActivationRefusedError, hookError } from './activationErrors';
import { lookUpNames } from './assessmentNames';
import type { StoredRegistration } from './decision';
import { decideRegistration } from './decision';
import { forgetFresh, rememberFresh } from './freshRegistrations';
import * as messages from './messages';
import type { Situation } from './situation';
import { HOOK_LIMITS, readSituation, TRIES } from './situation';
import { clearStored, readStored, store } from './storedRegistration';
import { isLoopback, isSameAddress } from './webhookAddress';

/** While this is asked, n8n has not saved the signing key yet, and its other processes refuse events. */
const LOOKING_MS = 2_000;

/** A service may show for a moment what was there before. */
const LATE_MS = 500;

/** The example event is no more than a convenience, and n8n must not wait long for it. */
const EXAMPLE_LIMITS = { totalMs: 3_000 };

/** n8n's `create`: registers unless that would cut someone off. */
export async function createRegistration(context: IHookFunctions): Promise<boolean> {
	const situation = await readSituation(context);
	const { account, staticData, wanted } = situation;
	assertPossible(context, situation);
	const namesById = await lookUpNames(context, account);
	const sequence: Sequence = {};
	const registered = await changeWebhook(context, account, {
		decide(present) {
			const decision = decideRegistration(readStored(staticData), present, wanted);
			if (decision.action === 'refuse') throw new ActivationRefusedError(context, decision.message);
			return decision;
		},
		tries: TRIES,
		limits: HOOK_LIMITS,
		sequence,
	});
	if ('unread' in registered) throw hookError(context, registered.unread.failure);
	if ('unchanged' in registered) throw hookError(context, registered.unchanged.failure);
	const { change } = registered;
	if (change.action === 'leave') {
		const stored = readStored(staticData);
		if (stored !== undefined) store(staticData, { ...stored, namesById });
		return true;
	}
	if (change.from !== undefined) context.logger.info(`Took over the account's webhook from '${change.from}'`);
	await keep(context, situation, { signingKey: registered.signingKey ?? '', namesById }, sequence);
	return true;
}

/** Refuses what can't work before anything is overwritten. */
function assertPossible(context: IHookFunctions, { account, wanted }: Situation): void {
	const filter = filterThatIsNoList(context);
	const problem =
		filter === undefined ? impossibility(account, wanted, readEvents(context)) : messages.noListInFilter(filter);
	if (problem !== undefined) throw new ActivationRefusedError(context, problem);
}

function impossibility(account: Account, wanted: Situation['wanted'], events: readonly string[]): string | undefined {
	if (wanted.purpose === 'production' && !events.includes(SCORED_EVENT)) {
		return events.includes(EXAMPLE_EVENT) ? messages.EXAMPLE_ALONE : messages.NO_EVENT;
	}
	if (!isWebAddress(wanted.url)) return messages.incompleteAddress(wanted.url);
	if (isLoopback(wanted.url) && !isLoopback(account.baseHost)) return messages.unreachableAddress(wanted.url);
	if (!givesSigningKey(account.apiVersion) && !wanted.unsignedWillDo) return messages.noSigningKey(account.apiVersion);
	return undefined;
}

/** Keeps the key of a new registration, which is told only once, and then makes sure that the registration stands. */
async function keep(
	context: IHookFunctions,
	{ account, options, trigger, staticData, wanted }: Situation,
	{ signingKey, namesById }: Pick<StoredRegistration, 'signingKey' | 'namesById'>,
	sequence: Sequence,
): Promise<void> {
	const { url, purpose } = wanted;
	const registration = { url, createdAt: '', signingKey, namesById };
	if (signingKey !== '' && signingKeyReadings(signingKey, options.signingKeyEncoding).length === 0) {
		throw new ActivationRefusedError(context, messages.unreadableSigningKey(options.signingKeyEncoding));
	}
	store(staticData, registration);
	const announceCreated = rememberFresh(trigger, registration);
	try {
		const endAt = systemClock.now() + LOOKING_MS;
		const read = async () => {
			const limits = { totalMs: endAt - systemClock.now() };
			return await requestEndpoint(context, account, { endpoint: 'getWebhook', limits, sequence }, webhookRegistration);
		};
		const isOurs = (present: WebhookRegistration | null) => present !== null && isSameAddress(present.url, url);
		let answer = await read();
		if ('value' in answer && !isOurs(answer.value) && systemClock.now() + LATE_MS < endAt) {
			await systemClock.sleep(LATE_MS);
			const later = await read();
			if ('value' in later) answer = later;
		}
		if ('value' in answer) {
			const present = answer.value;
			if (present === null || !isOurs(present)) {
				clearStored(staticData);
				forgetFresh(url);
				throw new NodeOperationError(context.getNode(), messages.overwrittenMeanwhile(present));
			}
			store(staticData, { ...registration, createdAt: present.createdAt });
		}
		// Without the time of its creation the next check registers anew, which does no harm.
		if (purpose === 'test' && readEvents(context).includes(EXAMPLE_EVENT)) await offerExample(context, account);
	} finally {
		announceCreated();
	}
}

/** Whoever builds a workflow sees data within seconds, without waiting for a candidate. */
async function offerExample(context: IHookFunctions, account: Account): Promise<void> {
	const request = { endpoint: 'sendExampleEvent', limits: EXAMPLE_LIMITS } as const;
	const sent = await requestEndpoint(context, account, request, nothing);
	if ('value' in sent) return;
	context.logger.warn(`The example event could not be requested: ${explain(sent.failure)}`);
}
