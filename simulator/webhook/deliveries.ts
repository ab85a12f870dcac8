import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { Account } from '../account/account.ts';
import type { UserAssessmentRecord, WebhookRecord } from '../account/records.ts';
import type { Clock } from '../clock.ts';
import type { Settings } from '../settings.ts';
import { ServiceError } from '../serviceError.ts';
import { formatHeaderTimestamp, formatTimestamp } from '../timestamps.ts';
import { signatureHeaders } from './signature.ts';

const ANSWER_CHARACTERS = 2000;
const VISIT_TIMEOUT_MS = 10_000;

const isThisMachine = (url: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname);

/** A webhook request and its outcome. */
export interface Delivery {
	deliveryId: number;
	event: string;
	url: string;
	/** When the request was sent, by the simulator's clock. */
	sentAt: string;
	headers: Record<string, string>;
	/** The body as sent. */
	body: string;
	/** Null while the request is in progress, and if there was no response. */
	status: number | null;
	durationMs: number | null;
	/** The beginning of the response's body. */
	answer: string | null;
	/** Why there was no response. */
	error: string | null;
	underway: boolean;
}

export interface EventToSend {
	event: string;
	body: string;
	/** Headers to add, or to remove if null, for forged and damaged events. */
	headers?: Record<string, string | null>;
}

/** Sends one POST request without following redirects, and records its outcome. Never rejects. */
async function post(delivery: Delivery, timeoutMs: number, dispatcher: Agent, stop: AbortSignal): Promise<void> {
	const { url, headers, body } = delivery;
	const started = performance.now();
	try {
		const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), stop]);
		const response = await request(url, { method: 'POST', headers, body, dispatcher, signal });
		delivery.answer = (await response.body.text()).slice(0, ANSWER_CHARACTERS);
		delivery.status = response.statusCode;
	} catch (error) {
		const { name, message } = error instanceof Error ? error : new Error(String(error));
		delivery.error = name === 'TimeoutError' ? `No response within ${timeoutMs} ms` : message || name;
	}
	delivery.durationMs = Math.round(performance.now() - started);
	delivery.underway = false;
}

/** The parts of the service's current state that deliveries use. */
export type Sender = Readonly<{ account: Account; clock: Clock; settings: Settings }>;

/** Everything that the service sends by itself: events, with their responses, and visits. */
export class Deliveries {
	readonly #service: Sender;
	/** Each request uses a new connection, because n8n could be closing an idle one. */
	readonly #agent = new Agent({ pipelining: 0 });
	readonly #underway = new Set<Promise<unknown>>();
	/** The deliveries, oldest first. */
	sent: Delivery[] = [];
	#lastId = 0;
	/** Aborts the requests in progress when the deliveries are forgotten. */
	#forgotten = new AbortController();

	constructor(service: Sender) {
		this.#service = service;
	}

	clear(): void {
		this.sent = [];
		this.#forgotten.abort();
		this.#forgotten = new AbortController();
	}

	/** Sends to the account's webhook. Returns null if none is registered. */
	send(message: EventToSend, attempt = 1): Delivery | null {
		const { account, clock } = this.#service;
		if (account.webhook === null) return null;
		const { event, body } = message;
		const headers = new Headers({ 'Content-Type': 'application/json', ...this.#signature(account.webhook, body) });
		for (const [name, value] of Object.entries(message.headers ?? {})) {
			if (value === null) headers.delete(name);
			else headers.set(name, value);
		}
		const delivery: Delivery = {
			deliveryId: ++this.#lastId,
			event,
			url: account.webhook.url,
			sentAt: formatTimestamp(clock.now()),
			headers: Object.fromEntries(headers),
			body,
			status: null,
			durationMs: null,
			answer: null,
			error: null,
			underway: true,
		};
		this.sent.push(delivery);
		this.#await(this.#carryOut(delivery, message, attempt));
		return delivery;
	}

	/** Sends a delivery's body again to the current registration, newly signed (`fresh`) or with the same headers. */
	redeliver(deliveryId: number, timestamp: 'fresh' | 'same' = 'fresh'): Delivery {
		const original = this.sent.find((delivery) => delivery.deliveryId === deliveryId);
		if (!original) throw new ServiceError(404, `There is no delivery ${deliveryId}`);
		const { event, body } = original;
		const headers = timestamp === 'same' ? original.headers : undefined;
		const delivery = this.send({ event, body, headers });
		if (!delivery) throw new ServiceError(409, 'No webhook is registered');
		return delivery;
	}

	/** Visits the `returnUrl` as a browser would: "the user is directed there on completing the assessment". */
	visit({ returnUrl }: UserAssessmentRecord): void {
		const { visitReturnUrl } = this.#service.settings;
		if (returnUrl === null || visitReturnUrl === 'never' || !isThisMachine(returnUrl)) return;
		const signal = AbortSignal.any([this.#forgotten.signal, AbortSignal.timeout(VISIT_TIMEOUT_MS)]);
		const visit = fetch(returnUrl, { signal }).then((response) => response.body?.cancel());
		// The page doesn't have to be reachable.
		this.#await(visit.catch(() => undefined));
	}

	/** Resolves once nothing is in progress or waiting for a retry. */
	async idle(): Promise<void> {
		while (this.#underway.size > 0) await Promise.all(this.#underway);
	}

	async close(): Promise<void> {
		this.clear();
		await this.#agent.destroy();
	}

	#signature({ signingKey }: WebhookRecord, body: string): Record<string, string> {
		if (signingKey === null) return {};
		const { clock, settings } = this.#service;
		const timestamp = formatHeaderTimestamp(clock.now(), settings.timestampForm);
		return signatureHeaders(body, timestamp, { text: signingKey, bytes: settings.signingKeyBytes });
	}

	#await(work: Promise<unknown>): void {
		this.#underway.add(work);
		void work.finally(() => this.#underway.delete(work));
	}

	async #carryOut(delivery: Delivery, message: EventToSend, attempt: number): Promise<void> {
		const { signal } = this.#forgotten;
		await post(delivery, this.#service.settings.deliveryTimeoutMs, this.#agent, signal);
		const { redeliverUntilAccepted: repeat } = this.#service.settings;
		const accepted = delivery.status !== null && delivery.status >= 200 && delivery.status < 300;
		// The service wouldn't send an event with changed headers, so it isn't retried.
		if (accepted || message.headers !== undefined || repeat === null || attempt >= repeat.maxAttempts) return;
		await sleep(repeat.intervalMs, undefined, { signal }).catch(() => 'Forgotten');
		if (!signal.aborted) this.send(message, attempt + 1);
	}
}
