import { request } from 'undici';
import { expect } from 'vitest';
import type { SimulatorOptions } from '../../../simulator/index.ts';
import { useService } from '../support/simulator.ts';

export const NOON = Date.UTC(2026, 2, 10, 12);

export interface CallOptions {
	/** Replaces the account's key. With null, no key is sent. */
	apiKey?: string | null;
	/** Sent as JSON, unless it's a string, which is sent unchanged. */
	body?: unknown;
	headers?: Record<string, string>;
	version?: string;
}

export async function send(method: string, url: string, headers = {}, body: string | null = null) {
	const response = await request(url, { method, headers, body });
	const text = await response.body.text();
	const isJson = text !== '' && String(response.headers['content-type']).includes('json');
	const json: unknown = isJson ? JSON.parse(text) : undefined;
	return { status: response.statusCode, headers: response.headers, text, json };
}

/** A simulator for the test file, with its clock stopped at NOON. */
export function useSimulator(options: SimulatorOptions = {}) {
	const { simulator, control } = useService({ clock: { now: () => NOON }, ...options });

	/** Calls an endpoint (a path below the version segment). */
	async function call(method: string, path: string, given: CallOptions = {}) {
		const { apiKey = simulator().apiKey, body, version = '2020q3' } = given;
		const headers = {
			...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
			...(body === undefined ? {} : { 'content-type': 'application/json' }),
			...given.headers,
		};
		const sent = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
		return await send(method, `${simulator().baseHost}/${version}${path}`, headers, sent);
	}

	return {
		simulator,
		control,
		call,
		statusOf: async (...request: Parameters<typeof call>) => (await call(...request)).status,
		/** The response to a POST that succeeds. */
		post: async <Answer>(path: string, body: unknown): Promise<Answer> => {
			const { status, json } = await call('POST', path, { body });
			expect([path, status]).toEqual([path, 200]);
			return json as Answer;
		},
		/** The assessment's ID, by its index in the seed. */
		assessmentId: async (place: number) => (await control().state()).assessments[place]?.assessmentId ?? '',
		groupId: async (place: number) => (await control().state()).groups[place]?.groupId ?? '',
	};
}
