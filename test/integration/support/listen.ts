import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import type { Server } from 'node:net';

/** Starts a server on a free port. Returns its origin. */
export async function listen(server: Server): Promise<string> {
	await once(server.listen(0, '127.0.0.1'), 'listening');
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('The server has no port');
	return `http://127.0.0.1:${address.port}`;
}

export async function stop(server: HttpServer): Promise<void> {
	server.closeAllConnections();
	await new Promise((resolve) => server.close(resolve));
}
