import { fastify } from 'fastify';

export interface Received {
	readonly path: string;
	readonly authorization: string | undefined;
	readonly body: unknown;
}

/** Stands in for Slack and the CRM: takes any POST of JSON, and remembers it. */
export interface Receiver {
	readonly url: string;
	/** What came to this path, the oldest first. */
	readonly at: (path: string) => Received[];
	readonly close: () => Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
	const received: Received[] = [];
	const server = fastify();
	server.post('/*', ({ url, headers: { authorization }, body }) => {
		received.push({ path: url, authorization, body });
		return { ok: true };
	});
	return {
		url: await server.listen({ host: '127.0.0.1', port: 0 }),
		at: (path) => received.filter((request) => request.path === path),
		close: async () => {
			await server.close();
		},
	};
}
