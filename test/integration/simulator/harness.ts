import { request } from 'undici';
import { afterAll, afterEach, beforeAll } from 'vitest';
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

export interface UnderTest {
	simulator: Simulator;
	/** Calls an endpoint (a path below the version segment). */
	call: (method: string, path: string, options?: CallOptions) => Promise<Reply>;
	/** GET of an absolute address, without a key unless given. */
	get: (address: string, headers?: Record<string, string>) => Promise<Reply>;
	/** A resource of the seed: the id of the assessment or group at that place. */
	assessmentId: (place: number) => Promise<string>;
	groupId: (place: number) => Promise<string>;
}

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

function underTest(simulator: Simulator): UnderTest {
	const { baseHost, control } = simulator;
	return {
		simulator,
		call: async (method, path, { apiKey = simulator.apiKey, body, headers = {}, version = '2020q3' } = {}) =>
			await send(
				method,
				`${baseHost}/${version}${path}`,
				{
					...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
					...(body === undefined ? {} : { 'content-type': 'application/json' }),
					...headers,
				},
				body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
			),
		get: async (address, headers = {}) => await send('GET', address, headers),
		assessmentId: async (place) => (await control.state()).assessments[place]?.assessmentId ?? '',
		groupId: async (place) => (await control.state()).groups[place]?.groupId ?? '',
	};
}

/** A simulator for the file, at a standing clock (NOON), without limits unless asked for, reset after each test. */
export function useSimulator(options: SimulatorOptions = {}): () => UnderTest {
	let running: UnderTest | undefined;
	beforeAll(async () => {
		running = underTest(await startSimulator({ limits: false, clock: { now: () => NOON }, ...options }));
	});
	afterEach(async () => {
		await running?.simulator.control.idle();
		await running?.simulator.control.reset();
	});
	afterAll(async () => {
		await running?.simulator.close();
	});
	return () => {
		if (running === undefined) throw new Error('The simulator runs only inside tests and their hooks');
		return running;
	};
}
