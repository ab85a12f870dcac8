import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { monotonicClock } from '../api/pacing/clock';
import { readAll, textOrEmpty } from '../shared/parameters/parameter';
import { triggerId } from '../shared/publishing';
import { judgeEvent } from './event';
import { currentSigningKeys, freshRegistration, storedRegistration } from './knownRegistrations';
import { PARAMETERS } from './parameters';
import { claim } from './recentEvents';
import { type Delivery, type Verification, verifyDelivery } from './signature';

/** How long it takes, after the example event is requested, for `create` to end and for n8n to save that it's listening. */
const TEST_IS_SAVED_MS = 1_500;

/** The parts of Express's request that are needed here. The package doesn't have Express's types. */
interface ExpressRequest {
	headers: Delivery['headers'];
	/** Undefined until n8n has read the body. */
	rawBody?: unknown;
	readRawBody(): Promise<void>;
}

/** Responds with 401 to an unverified delivery, 400 if it isn't an event, 500 if a parameter can't be used. Writes and sends nothing. */
export async function receiveDelivery(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	// Publishing checks the parameters, but an expression can stop working later.
	return await receive(context).catch((error: Error) =>
		reject(context, 500, `a parameter can't be used: ${error.message}`),
	);
}

async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const request: ExpressRequest = context.getRequestObject();
	const note = (error: unknown) => context.logger.debug("The body of an event couldn't be read", { error });
	await request.readRawBody().catch(note);
	const { headers, rawBody: body } = request;
	if (!Buffer.isBuffer(body)) return reject(context, 401, "its body couldn't be read");
	const verified = await verify(context, { body, headers });
	if ('reason' in verified) return reject(context, 401, verified.reason);
	const parameters = readAll(PARAMETERS, context);
	const verdict = judgeEvent(body, verified.timestamp, parameters);
	const doubt = verified.timestamp === '' ? ". It isn't signed, so anyone may have sent it" : '';
	if ('problem' in verdict) return reject(context, 400, `${verdict.problem}${doubt}`);
	if ('ignored' in verdict) return ignore(context, verdict.ignored);
	const isNew = ({ eventId }: IDataObject) =>
		claim(`${triggerId(context)} ${textOrEmpty(eventId)}`, context.getResponseObject());
	const items = isTest(context) ? verdict.items : verdict.items.filter(isNew);
	if (items.length === 0) return ignore(context, 'it has been handled before');
	return { workflowData: [items.map((json) => ({ json }))] };
}

const isTest = (context: IWebhookFunctions): boolean => context.getMode() === 'manual';

async function verify(context: IWebhookFunctions, delivery: Delivery): Promise<Verification> {
	const { options } = readAll({ options: PARAMETERS.options }, context);
	const stored = storedRegistration(context);
	const fresh = freshRegistration(context);
	// A test ends with its first event. But if that arrives before n8n has saved that it's listening, n8n keeps listening.
	if (isTest(context) && stored === undefined && fresh !== undefined) await monotonicClock.sleep(TEST_IS_SAVED_MS);
	const signingKeys = currentSigningKeys(stored, fresh);
	const isUnsigned = signingKeys.length > 0 && signingKeys.every((key) => key === '');
	if (isUnsigned && options.acceptUnsignedEvents) return { timestamp: '' };
	const rules = { signingKeys, encoding: options.signingKeyEncoding, maxEventAgeMs: options.maxEventAge };
	return verifyDelivery(delivery, rules, Date.now());
}

/** Responds with success, because the service would otherwise send the event again. */
function ignore(context: IWebhookFunctions, reason: string): IWebhookResponseData {
	context.logger.debug(`An event didn't start the workflow because ${reason}`, { node: context.getNode().name });
	return { webhookResponse: 'OK' };
}

/** Responds without n8n, which would otherwise run the workflow or end the test. */
function reject(context: IWebhookFunctions, status: 400 | 401 | 500, reason: string): IWebhookResponseData {
	context.logger.warn(`An event was rejected because ${reason}`, { node: context.getNode().name });
	const response: { sendStatus: (code: number) => unknown } = context.getResponseObject();
	response.sendStatus(status);
	return { noWebhookResponse: true };
}
