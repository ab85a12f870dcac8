import { request, type Dispatcher } from 'undici';

export interface WebhookCall {
	url: string;
	headers: Record<string, string>;
	body: Buffer;
	timeoutMs: number;
}

/** How a webhook call ended. */
export interface Outcome {
	/** Null when there was no answer. */
	status: number | null;
	durationMs: number;
	/** Start of the answer's body. */
	answer: string | null;
	/** Why there was no answer. */
	error: string | null;
}

const ANSWER_CHARACTERS = 2000;

function reasonOf(error: unknown, timeoutMs: number): string {
	if (!(error instanceof Error)) return String(error);
	return error.name === 'TimeoutError' ? `No answer within ${timeoutMs} ms` : error.message || error.name;
}

/** POSTs once, without following redirects; never rejects. */
export async function callWebhook(
	{ url, headers, body, timeoutMs }: WebhookCall,
	dispatcher: Dispatcher,
	stop: AbortSignal,
): Promise<Outcome> {
	const started = performance.now();
	const outcome = { status: null, answer: null, error: null };
	const duration = (): { durationMs: number } => ({ durationMs: Math.round(performance.now() - started) });
	try {
		const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), stop]);
		const response = await request(url, { method: 'POST', headers, body, dispatcher, signal });
		const answer = (await response.body.text()).slice(0, ANSWER_CHARACTERS);
		return { ...outcome, ...duration(), status: response.statusCode, answer };
	} catch (error) {
		return { ...outcome, ...duration(), error: reasonOf(error, timeoutMs) };
	}
}
