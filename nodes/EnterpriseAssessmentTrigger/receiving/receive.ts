import { createHash } from 'node:crypto';
import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { systemClock, wallNow } from '../../api/pacing/clock';
import { idKey } from '../../api/specification/ids';
import { flagOf } from '../../shared/collections';
import { isAssessmentId } from '../../shared/reportFilter';
import type { Answer } from './accepted';
import { isAccepted } from './accepted';
import { createDeliveryMemory } from './deliveryMemory';
import type { DeliveryMarks, EventFilters, EventItem } from './event';
import { judgeEvent } from './event';
import type { TriggerIdentity } from '../registration/freshRegistrations';
import { freshRegistration } from '../registration/freshRegistrations';
import { readFilters, readOptions } from '../parameters';
import type { StoredRegistration } from '../registration/decision';
import type { Delivery } from '../signature/signature';
import { verifyDelivery } from '../signature/signature';
import { readStored } from '../registration/storedRegistration';

const memory = createDeliveryMemory(() => systemClock.now());

/** How long n8n may take to save that it listens, after `create` has returned. */
const TEST_IS_SAVED_MS = 500;

/** What is used of Express's request as n8n prepares it, whose types the package does not have. */
interface ReceivedRequest {
	headers: Delivery['headers'];
	/** The exact bytes of the body, once they were read. */
	rawBody?: unknown;
	readRawBody(): Promise<void>;
}

/** What is used of Express's response. */
interface Response extends Answer {
	status(code: number): { send(text: string): { end(): unknown } };
}

/**
 * Answers a delivery of the service: 401 to what is not proven to be its event, 400 to what is no event, 200 to everything
 * else, of which only what the parameters select runs the workflow. Writes no static data and makes no request.
 */
export async function receiveDelivery(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const body = await readBody(context);
	const trigger = identityOf(context);
	if (body === undefined) return reject(context, 401, 'its body could not be read');
	const marks = await verify(context, trigger, body);
	if ('reason' in marks) return reject(context, 401, marks.reason);
	const simplify = flagOf(context.getNodeParameter('simplify', true));
	const verdict = judgeEvent(body, filtersOf(context, trigger), simplify, marks);
	if (verdict.kind === 'malformed') return reject(context, 400, verdict.problem);
	if (verdict.kind === 'ignore') return ignore(context, verdict.reason);
	const items = trigger.purpose === 'test' ? verdict.items : await claim(context, trigger, verdict.items);
	if (items.length === 0) return ignore(context, 'it has been handled before');
	return { workflowData: [items.map(({ json }) => ({ json }))] };
}

async function readBody(context: IWebhookFunctions): Promise<Buffer | undefined> {
	const request: ReceivedRequest = context.getRequestObject();
	try {
		if (!Buffer.isBuffer(request.rawBody)) await request.readRawBody();
	} catch (error) {
		context.logger.debug('The body of an event could not be read', { error });
	}
	return Buffer.isBuffer(request.rawBody) ? request.rawBody : undefined;
}

function identityOf(context: IWebhookFunctions): TriggerIdentity {
	return {
		workflowId: context.getWorkflow().id,
		nodeId: context.getNode().id,
		purpose: context.getMode() === 'manual' ? 'test' : 'production',
	};
}

/** The names for the IDs in the filter are those that were looked up when the workflow was published. */
function filtersOf(context: IWebhookFunctions, trigger: TriggerIdentity): EventFilters {
	const stored = readStored(context.getWorkflowStaticData('node'));
	const namesById = { ...freshRegistration(trigger)?.registration.namesById, ...stored?.namesById };
	return readFilters(context, (listed) => (isAssessmentId(listed) && namesById[idKey(listed)]) || listed);
}

async function verify(
	context: IWebhookFunctions,
	trigger: TriggerIdentity,
	body: Buffer,
): Promise<DeliveryMarks | { reason: string }> {
	const options = readOptions(context);
	const stored = readStored(context.getWorkflowStaticData('node'));
	const fresh = freshRegistration(trigger);
	if (trigger.purpose === 'test' && stored === undefined && fresh !== undefined) {
		// The event came before n8n has saved that it listens. It would end the test now, and n8n would save afterwards that it
		// still listens.
		await fresh.created;
		await systemClock.sleep(TEST_IS_SAVED_MS);
	}
	const signingKeys = keysOf(stored, fresh?.registration);
	const isUnsigned = signingKeys.length === 0 && (stored !== undefined || fresh !== undefined);
	if (isUnsigned && options.acceptUnsignedEvents) {
		return { bodyHash: createHash('sha256').update(body).digest('base64'), timestamp: '' };
	}
	const { headers }: ReceivedRequest = context.getRequestObject();
	const verification = verifyDelivery(
		{ body, headers },
		{ signingKeys, encoding: options.signingKeyEncoding, maxEventAgeMs: options.maxEventAgeMs },
		wallNow(),
	);
	return verification.valid ? verification : { reason: verification.reason };
}

function keysOf(stored: StoredRegistration | undefined, fresh: StoredRegistration | undefined): string[] {
	const keys = [stored?.signingKey ?? '', fresh?.signingKey ?? ''].filter((key) => key !== '');
	return [...new Set(keys)];
}

/** The items that were not run before; how this delivery is answered decides whether they count as handled. */
async function claim(context: IWebhookFunctions, trigger: TriggerIdentity, items: EventItem[]): Promise<EventItem[]> {
	const idOf = ({ redeliveryId }: EventItem): string | undefined =>
		redeliveryId === undefined ? undefined : JSON.stringify([trigger.workflowId, trigger.nodeId, redeliveryId]);
	const ids = items.map(idOf).filter((id) => id !== undefined);
	const claimed = await memory.claim([...new Set(ids)]);
	const response: Response = context.getResponseObject();
	void isAccepted(response, systemClock).then((accepted) => claimed.end(accepted));
	return items.filter((item) => {
		const id = idOf(item);
		return id === undefined || claimed.ids.includes(id);
	});
}

/** Answers with success, so that the service does not send it again. */
function ignore(context: IWebhookFunctions, reason: string): IWebhookResponseData {
	context.logger.debug(`An event did not start the workflow because ${reason}`, { node: context.getNode().name });
	return { webhookResponse: 'OK' };
}

/** Answers by itself, so that n8n neither runs anything nor uses up a test, and says why in the log. */
function reject(context: IWebhookFunctions, status: 400 | 401, reason: string): IWebhookResponseData {
	context.logger.warn(`An event was rejected because ${reason}`, { node: context.getNode().name });
	const response: Response = context.getResponseObject();
	response
		.status(status)
		.send(status === 401 ? 'Unauthorized' : 'Bad Request')
		.end();
	return { noWebhookResponse: true };
}
