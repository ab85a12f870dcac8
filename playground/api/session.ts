import type { JsonObject } from './json.ts';
import { isObject } from './json.ts';

/** The owner of every playground. It exists on this machine only. */
export const playgroundOwner = {
	email: 'owner@playground.example',
	password: 'Playground-1',
	firstName: 'Playground',
	lastName: 'Owner',
} as const;

/** n8n's REST interface returned a status other than 2xx. */
export class RestError extends Error {
	override readonly name = 'RestError';
	readonly status: number;

	constructor(status: number, message: string) {
		super(message);
		this.status = status;
	}
}

export type Session = ReturnType<typeof createSession>;

function parseJson(text: string): JsonObject {
	try {
		const value: unknown = JSON.parse(text);
		return isObject(value) ? value : {};
	} catch {
		return {};
	}
}

/** A logged-in user of the n8n at this URL. The login remains valid when n8n restarts. */
export function createSession(url: string) {
	let cookie = '';

	/** A request to any path. Throws RestError unless the response's status is 2xx. */
	async function send(path: string, init: RequestInit = {}): Promise<Response> {
		const headers = new Headers(init.headers);
		if (cookie !== '') headers.set('cookie', cookie);
		// n8n closes a connection that was idle for 5 s. If n8n was busy, it even closes one with a request in progress.
		headers.set('connection', 'close');
		const response = await fetch(`${url}${path}`, { redirect: 'manual', ...init, headers });
		for (const line of response.headers.getSetCookie()) {
			if (line.startsWith('n8n-auth=')) cookie = line.split(';', 1).join('');
		}
		if (response.ok) return response;
		const text = await response.text();
		const { message = text.slice(0, 500) } = parseJson(text);
		throw new RestError(response.status, `${init.method ?? 'GET'} ${path}: ${response.status} ${String(message)}`);
	}

	/**
	 * A request to n8n's own REST interface, with `path` below `/rest`. Returns the response's `data`. The caller declares its type,
	 * which isn't checked.
	 */
	async function request<T = unknown>(method: string, path: string, body?: object): Promise<T> {
		const headers = { 'content-type': 'application/json' };
		const response = await send(`/rest${path}`, { method, headers, body: body && JSON.stringify(body) });
		return parseJson(await response.text()).data as T;
	}

	return {
		request,
		fetch: send,
		/** Creates the owner's account, or logs in if it already exists. */
		async signIn(): Promise<void> {
			const { email, password } = playgroundOwner;
			try {
				await request('POST', '/owner/setup', playgroundOwner);
			} catch (error) {
				// 400 means that this n8n already has an owner.
				if (!(error instanceof RestError && error.status === 400)) throw error;
				await request('POST', '/login', { emailOrLdapLoginId: email, password });
			}
		},
	};
}
