import { request } from 'undici';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { startSimulator, type Simulator, type SimulatorOptions } from '../../../simulator/index.ts';

export const NOON = Date.UTC(2026, 2, 10, 12);

export interface Reply {
	status: number;
	headers: Record<string, string | string[] | undefined>;
	bytes: Buffer;
	text: string;
	/** The parsed body; undefined when there is none. */
	json: unknown;
}

export interface CallOptions {
	/** Instead of the account's key; null for none. */
	apiKey?: string | null;
	/** Sent as JSON; a string is sent as it is. */
	body?: unknown;
	headers?: Record<string, string>;
	version?: string;
}

export type UnderTest = ReturnType<typeof underTest>;

/** How often each of them occurs. */
export const countsOf = (values: readonly string[]): Record<string, number> =>
	Object.fromEntries(values.map((value) => [value, values.filter((other) => other === value).length]));

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

export async function send(
	method: string,
	address: string,
	headers: Record<string, string>,
	body?: string | Buffer,
): Promise<Reply> {
	const response = await request(address, { method, headers, body: body ?? null });
	const bytes = Buffer.from(await response.body.arrayBuffer());
	const text = bytes.toString('utf8');
	return { status: response.statusCode, headers: response.headers, bytes, text, json: parsed(text) };
}

function underTest(simulator: Simulator) {
	const { apiKey: ownKey, baseHost, control } = simulator;
	return {
		simulator,
		/** Calls an endpoint (a path below the version segment). */
		call: async (method: string, path: string, options: CallOptions = {}): Promise<Reply> => {
			const { apiKey = ownKey, body, version = '2020q3' } = options;
			const headers = {
				...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
				...(body === undefined ? {} : { 'content-type': 'application/json' }),
				...options.headers,
			};
			const sent = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
			return await send(method, `${baseHost}/${version}${path}`, headers, sent);
		},
		/** GET of an absolute address, without a key unless given. */
		get: async (address: string, headers: Record<string, string> = {}) => await send('GET', address, headers),
		/** A resource of the seed: the id of the assessment or group at that place. */
		assessmentId: async (place: number) => (await control.state()).assessments[place]?.assessmentId ?? '',
		groupId: async (place: number) => (await control.state()).groups[place]?.groupId ?? '',
	};
}

/** A simulator for the file, at a standing clock (NOON), without limits unless asked for, reset after each test. */
export function useSimulator(options: SimulatorOptions = {}): () => UnderTest {
	let running: UnderTest | undefined;
	beforeAll(async () => {
		running = underTest(
			await startSimulator({ limits: false, checkAnswers: true, clock: { now: () => NOON }, ...options }),
		);
	});
	afterEach(async () => {
		await running?.simulator.control.idle();
		await running?.simulator.control.reset();
	});
	afterAll(async () => {
		await running?.simulator.close();
		expect(running?.simulator.breaches).toEqual([]);
	});
	return () => {
		if (running === undefined) throw new Error('The simulator runs only inside tests and their hooks');
		return running;
	};
}
