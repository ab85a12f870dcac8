import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { createHash } from 'node:crypto';

import { monotonicClock, systemNow } from '../../api/pacing/clock';
import { flagOf } from '../../shared/parameters';
import { readFilters, readOptions } from '../parameters';
import { freshKey, readStored } from '../registration/ownRegistration';
import type { Delivery, DeliveryMarks, Rejection } from '../signature/signature';
import { verifyDelivery } from '../signature/signature';
import type { EventItem } from './event';
import { judgeEvent } from './event';
import type { Answer } from './handled';
import { claim } from './handled';

/** What `create` may take to end after it has asked for the example event, and n8n to save that it listens. */
const TEST_IS_SAVED_MS = 1_500;

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
 * else. Only what the parameters select runs the workflow. Writes no static data and makes no request.
 */
export async function receiveDelivery(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const body = await readBody(context);
	if (body === undefined) return reject(context, 401, 'its body could not be read');
	const marks = await verify(context, body);
	if ('reason' in marks) return reject(context, 401, marks.reason);
	const filters = readFilters(context);
	if ('problem' in filters) return ignore(context, `a filter can't be applied: ${filters.problem.message}`);
	const simplify = flagOf(context.getNodeParameter('simplify', true));
	const verdict = judgeEvent(body, filters, simplify, marks);
	if (verdict.kind === 'malformed') return reject(context, 400, verdict.problem);
	if (verdict.kind === 'ignore') return ignore(context, verdict.reason);
	const items = isTest(context) ? verdict.items : claimItems(context, verdict.items);
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

async function verify(context: IWebhookFunctions, body: Buffer): Promise<DeliveryMarks | Rejection> {
	const { signingKeyEncoding: encoding, maxEventAgeMs, acceptUnsignedEvents } = readOptions(context);
	const stored = readStored(context.getWorkflowStaticData('node'))?.signingKey;
	const fresh = freshKey(context);
	// A test ends with its first event. If that came before n8n has saved that it listens, n8n would listen on.
	if (isTest(context) && stored === undefined && fresh !== undefined) await monotonicClock.sleep(TEST_IS_SAVED_MS);
	const signingKeys = [stored ?? '', fresh ?? ''].filter((key) => key !== '');
	const isRegistered = stored !== undefined || fresh !== undefined;
	if (isRegistered && signingKeys.length === 0 && acceptUnsignedEvents) {
		return { bodyHash: createHash('sha256').update(body).digest('base64'), timestamp: '' };
	}
	const { headers }: ReceivedRequest = context.getRequestObject();
	return verifyDelivery({ body, headers }, { signingKeys, encoding, maxEventAgeMs }, systemNow());
}

function isTest(context: IWebhookFunctions): boolean {
	return context.getMode() === 'manual';
}

/** The items whose event this trigger hasn't handled yet. From now on it counts as handled. */
function claimItems(context: IWebhookFunctions, items: readonly EventItem[]): EventItem[] {
	const response: Response = context.getResponseObject();
	const trigger = `${context.getWorkflow().id} ${context.getNode().id}`;
	const now = monotonicClock.now();
	return items.filter(
		({ redeliveryId }) => redeliveryId === undefined || claim(`${trigger} ${redeliveryId}`, response, now),
	);
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
	const text = status === 401 ? 'Unauthorized' : 'Bad Request';
	response.status(status).send(text).end();
	return { noWebhookResponse: true };
}
