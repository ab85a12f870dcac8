import { asObject, isObject, optionalTextOf } from './json.ts';

/** The owner of every playground. It exists on this machine only. */
export const playgroundOwner = {
	email: 'owner@playground.example',
	password: 'Playground-1',
	firstName: 'Playground',
	lastName: 'Owner',
} as const;

/** n8n's REST interface answered with another status than 2xx. */
export class RestError extends Error {
	override readonly name = 'RestError';
	readonly status: number;

	constructor(status: number, message: string) {
		super(message);
		this.status = status;
	}
}

export type Session = ReturnType<typeof createSession>;

function parseJson(text: string): unknown {
	try {
		const value: unknown = JSON.parse(text);
		return value;
	} catch {
		return undefined;
	}
}

/** n8n's message for a failed request, or the start of the body. */
function messageOf(text: string): string {
	const body = parseJson(text);
	return (isObject(body) ? optionalTextOf(body, 'message') : undefined) ?? text.slice(0, 500);
}

/** A logged-in user of the n8n at this address. The login outlives a restart of n8n. */
export function createSession(url: string) {
	let cookie = '';

	/** A request whose answer isn't JSON of that interface, `path` from the root. Throws RestError unless 2xx. */
	async function send(path: string, init: RequestInit = {}): Promise<Response> {
		const headers = new Headers(init.headers);
		if (cookie !== '') headers.set('cookie', cookie);
		// n8n closes a connection that has rested for 5 s, after a busy time even one on which a request is on its way.
		headers.set('connection', 'close');
		const response = await fetch(`${url}${path}`, { redirect: 'manual', ...init, headers });
		for (const line of response.headers.getSetCookie()) {
			if (line.startsWith('n8n-auth=')) cookie = line.split(';', 1).join('');
		}
		if (response.ok) return response;
		const text = await response.text();
		throw new RestError(response.status, `${init.method ?? 'GET'} ${path}: ${response.status} ${messageOf(text)}`);
	}

	/** A request to n8n's own REST interface, `path` below `/rest`. Gives what is in `data` of the answer. */
	async function request(method: string, path: string, body?: object): Promise<unknown> {
		const response = await send(`/rest${path}`, {
			method,
			headers: { 'content-type': 'application/json' },
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		const text = await response.text();
		return text === '' ? undefined : asObject(parseJson(text), `The answer to ${method} ${path}`).data;
	}

	return {
		request,
		fetch: send,
		/** Makes the owner's account, or logs in when there is one already. */
		async signIn(): Promise<void> {
			const { email, password } = playgroundOwner;
			try {
				await request('POST', '/owner/setup', playgroundOwner);
			} catch (error) {
				// 400: this n8n has an owner already.
				if (!(error instanceof RestError && error.status === 400)) throw error;
				await request('POST', '/login', { emailOrLdapLoginId: email, password });
			}
		},
	};
}
