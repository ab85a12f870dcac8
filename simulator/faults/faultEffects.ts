import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AnswerFault } from './faults.ts';

/** The payload types that Fastify passes to onSend. */
export type Payload = string | Buffer | Readable | null | undefined;

/** Leaves time to send the bytes already written before the connection closes. */
const FLUSH_MS = 30;
const FOREVER_MS = 2 ** 31 - 1;

const HTML_PAGE = '<!DOCTYPE html><html><head><title>Maintenance</title></head><body>Back soon</body></html>';

function answerWith(reply: FastifyReply, status: number, contentType: string, body: string): string {
	reply.code(status).removeHeader('content-length').header('content-type', contentType);
	return body;
}

function answerStatus(reply: FastifyReply, fault: Extract<AnswerFault, { kind: 'status' }>): string {
	answerWith(reply, fault.status, 'text/plain; charset=utf-8', '');
	reply.headers(fault.headers ?? {});
	return fault.body ?? '';
}

/**
 * Applies faults that occur before the service sees the request.
 * @returns whether the request ends here
 */
export function strikeBefore(fault: AnswerFault, request: FastifyRequest, reply: FastifyReply): boolean {
	if ('after' in fault && fault.after === true) return false;
	switch (fault.kind) {
		case 'cut':
			reply.hijack();
			request.raw.socket.destroy();
			return true;
		case 'hang':
			reply.hijack();
			void request.trace?.pause(FOREVER_MS);
			return true;
		case 'status':
			reply.send(answerStatus(reply, fault));
			return true;
		default:
			return false;
	}
}

async function* chunksOf(payload: Payload): AsyncGenerator<Buffer> {
	const parts = typeof payload === 'string' || Buffer.isBuffer(payload) ? [payload] : (payload ?? []);
	for await (const part of parts) yield Buffer.from(part as Buffer);
}

async function* cutOff(payload: Payload, bytes: number): AsyncGenerator<Buffer> {
	let left = bytes;
	for await (const chunk of chunksOf(payload)) {
		if (left > 0) yield chunk.subarray(0, left);
		left -= chunk.length;
		if (left <= 0) break;
	}
	await sleep(FLUSH_MS);
	throw new Error('Fault: the body is cut off here');
}

async function* inPieces(payload: Payload, bytes: number, pause: () => Promise<void>): AsyncGenerator<Buffer> {
	for await (const chunk of chunksOf(payload)) {
		for (let from = 0; from < chunk.length; from += bytes) {
			yield chunk.subarray(from, from + bytes);
			await pause();
		}
	}
}

/** Declares the body's length if it is known without reading the body. */
function declareLength(reply: FastifyReply, payload: Payload): number {
	if (typeof payload === 'string' || Buffer.isBuffer(payload)) {
		reply.header('content-length', Buffer.byteLength(payload));
	}
	return Number(reply.getHeader('content-length') ?? 0);
}

/** Applies faults that occur on the way back. Returns what is sent instead of `payload`. */
export async function strikeAfter(fault: AnswerFault, reply: FastifyReply, payload: Payload): Promise<Payload> {
	const { raw, trace } = reply.request;
	const pause = async (): Promise<void> => await trace?.pause(fault.kind === 'slowBody' ? fault.delayMs : FOREVER_MS);
	switch (fault.kind) {
		case 'cut':
			raw.socket.destroy();
			return payload;
		case 'hang':
			await pause();
			return payload;
		case 'status':
			return answerStatus(reply, fault);
		case 'json':
			return answerWith(reply, 200, 'application/json; charset=utf-8', JSON.stringify(fault.json));
		case 'html':
			return answerWith(reply, 200, 'text/html; charset=utf-8', HTML_PAGE);
		case 'brokenJson':
			return typeof payload === 'string' ? payload.slice(0, Math.ceil(payload.length / 2)) : payload;
		case 'truncate': {
			const length = declareLength(reply, payload);
			return Readable.from(cutOff(payload, fault.bytes ?? Math.floor(length / 2)), { objectMode: false });
		}
		case 'slowBody':
			declareLength(reply, payload);
			return Readable.from(inPieces(payload, fault.chunkBytes, pause), { objectMode: false });
	}
}
