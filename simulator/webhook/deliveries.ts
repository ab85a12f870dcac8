import { Agent, request } from 'undici';
import type { Account } from '../account/account.ts';
import type { WebhookRecord } from '../account/records.ts';
import type { Clock } from '../clock.ts';
import type { Settings } from '../settings.ts';
import { ServiceError } from '../serviceError.ts';
import { formatHeaderTimestamp, formatTimestamp } from '../timestamps.ts';
import { signatureHeaders } from './signature.ts';

/** How a webhook call ended. */
type Outcome = Pick<Delivery, 'status' | 'durationMs' | 'answer' | 'error'>;

/** Adds and replaces headers, whatever the case of their names, and takes out those changed to null. */
function changeHeaders(
	headers: Record<string, string>,
	changes: Record<string, string | null> = {},
): Record<string, string> {
	const changed = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), { name, value }]));
	for (const [name, value] of Object.entries(changes)) {
		if (value === null) changed.delete(name.toLowerCase());
		else changed.set(name.toLowerCase(), { name, value });
	}
	return Object.fromEntries([...changed.values()].map(({ name, value }) => [name, value]));
}

const ANSWER_CHARACTERS = 2000;

function reasonOf(error: unknown, timeoutMs: number): string {
	if (!(error instanceof Error)) return String(error);
	return error.name === 'TimeoutError' ? `No answer within ${timeoutMs} ms` : error.message || error.name;
}

/** POSTs once, without following redirects; never rejects. */
async function callWebhook(
	{ url, headers }: Delivery,
	body: Buffer,
	timeoutMs: number,
	{ dispatcher, stop }: { dispatcher: Agent; stop: AbortSignal },
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

/** One webhook call and what came of it. */
export interface Delivery {
	deliveryId: number;
	event: string;
	url: string;
	/** By the simulator's clock. */
	sentAt: string;
	headers: Record<string, string>;
	/** The body as sent. */
	body: string;
	/** Null while under way and when there was no answer. */
	status: number | null;
	durationMs: number | null;
	/** Start of the answer's body. */
	answer: string | null;
	/** Why there was no answer. */
	error: string | null;
	underway: boolean;
	redeliveryOf: number | null;
}

export interface EventToSend {
	event: string;
	body: Buffer;
	redeliveryOf?: number;
	/** Added to or, when null, taken from what would be sent: for forged and damaged events. */
	headers?: Record<string, string | null>;
}

const accepted = (delivery: Delivery): boolean =>
	delivery.status !== null && delivery.status >= 200 && delivery.status < 300;

/** Sends the service's events and remembers how they were answered. */
export class Deliveries {
	readonly #clock: Clock;
	readonly #settings: () => Settings;
	/** A connection for each: n8n may be closing one that was idle. */
	readonly #agent = new Agent({ pipelining: 0 });
	readonly #timers = new Set<NodeJS.Timeout>();
	#sent: Delivery[] = [];
	#bodies = new Map<number, Buffer>();
	#lastId = 0;
	#underway = 0;
	#waiting: Array<() => void> = [];
	#closed = false;
	/** Ends what is under way when the deliveries are forgotten. */
	#forgotten = new AbortController();

	constructor(clock: Clock, settings: () => Settings) {
		this.#clock = clock;
		this.#settings = settings;
	}

	list(): readonly Delivery[] {
		return this.#sent;
	}

	clear(): void {
		for (const timer of this.#timers) clearTimeout(timer);
		this.#timers.clear();
		this.#sent = [];
		this.#bodies = new Map();
		this.#forgotten.abort();
		this.#forgotten = new AbortController();
		this.#settle();
	}

	/** Sends to the account's webhook; null when none is registered. */
	send(account: Account, message: EventToSend, attempt = 1): Delivery | null {
		const { webhook } = account;
		if (webhook === null) return null;
		const headers = changeHeaders(
			{ 'Content-Type': 'application/json', ...this.#signature(webhook, message.body) },
			message.headers,
		);
		return this.#dispatch(account, webhook.url, headers, message, attempt);
	}

	/** Sends its body again, signed now (`fresh`) or with the same headers, to the present registration. */
	redeliver(account: Account, deliveryId: number, timestamp: 'fresh' | 'same'): Delivery {
		const original = this.#sent.find((delivery) => delivery.deliveryId === deliveryId);
		const body = this.#bodies.get(deliveryId);
		if (!original || !body) throw new ServiceError(404, `No delivery ${deliveryId}`);
		const headers = timestamp === 'same' ? original.headers : undefined;
		const delivery = this.send(account, { event: original.event, body, redeliveryOf: deliveryId, headers });
		if (!delivery) throw new ServiceError(409, 'No webhook is registered');
		return delivery;
	}

	/** Resolves once nothing is under way or waiting to be repeated. */
	async idle(): Promise<void> {
		if (this.#underway === 0 && this.#timers.size === 0) return;
		await new Promise<void>((resolve) => this.#waiting.push(resolve));
	}

	async close(): Promise<void> {
		this.#closed = true;
		for (const timer of this.#timers) clearTimeout(timer);
		this.#timers.clear();
		await this.#agent.destroy();
		this.#settle();
	}

	#signature(webhook: WebhookRecord, body: Buffer): Record<string, string> {
		if (webhook.signingKey === null) return {};
		const { timestampForm, signingKeyBytes } = this.#settings();
		const timestamp = formatHeaderTimestamp(this.#clock.now(), timestampForm);
		return signatureHeaders(body, timestamp, { text: webhook.signingKey, bytes: signingKeyBytes });
	}

	#dispatch(
		account: Account,
		url: string,
		headers: Record<string, string>,
		{ event, body, redeliveryOf, headers: changed }: EventToSend,
		attempt: number,
	): Delivery {
		const delivery: Delivery = {
			deliveryId: ++this.#lastId,
			event,
			url,
			sentAt: formatTimestamp(this.#clock.now()),
			headers,
			body: body.toString('utf8'),
			status: null,
			durationMs: null,
			answer: null,
			error: null,
			underway: true,
			redeliveryOf: redeliveryOf ?? null,
		};
		this.#sent.push(delivery);
		this.#bodies.set(delivery.deliveryId, body);
		this.#underway++;
		const timeoutMs = this.#settings().deliveryTimeoutMs;
		const connection = { dispatcher: this.#agent, stop: this.#forgotten.signal };
		void callWebhook(delivery, body, timeoutMs, connection).then((outcome) => {
			Object.assign(delivery, outcome, { underway: false });
			this.#underway--;
			const known = this.#bodies.has(delivery.deliveryId);
			// An event with changed headers is somebody else's, which the service doesn't know to repeat.
			if (known && changed === undefined && !accepted(delivery)) {
				this.#repeatLater(account, { event, body, redeliveryOf: delivery.deliveryId }, attempt);
			}
			this.#settle();
		});
		return delivery;
	}

	#repeatLater(account: Account, message: EventToSend, attempt: number): void {
		const { redeliverUntilAccepted: repeat } = this.#settings();
		if (this.#closed || repeat === null || attempt >= repeat.maxAttempts) return;
		const timer = setTimeout(() => {
			this.#timers.delete(timer);
			this.send(account, message, attempt + 1);
			this.#settle();
		}, repeat.intervalMs);
		this.#timers.add(timer);
	}

	#settle(): void {
		if (this.#underway > 0 || this.#timers.size > 0) return;
		const waiting = this.#waiting;
		this.#waiting = [];
		for (const resolve of waiting) resolve();
	}
}
