import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

import { asObject } from '../../playground/api/json.ts';
import type { JsonObject } from '../../playground/api/json.ts';

export interface Sink {
	readonly address: string;
	/** What was posted to this path, in the order of its arrival. */
	readonly received: (path: string) => readonly JsonObject[];
	readonly close: () => Promise<void>;
}

/** Where workflows post what they were started with: n8n needn't keep its executions for it to be counted. */
export async function startSink(): Promise<Sink> {
	const received = new Map<string, JsonObject[]>();
	const server = createServer((request, response) => {
		void text(request).then((body) => {
			const posted: unknown = JSON.parse(body);
			const path = request.url ?? '';
			const before = received.get(path) ?? [];
			received.set(path, before);
			before.push(asObject(posted, 'What was posted'));
			response.end('{}');
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('The sink has no port');
	return {
		address: `http://127.0.0.1:${address.port}`,
		received: (path) => received.get(path) ?? [],
		async close() {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
}
