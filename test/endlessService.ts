import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';

/** A service that sends 1 GB for every request: `begin` first, then `unit` repeatedly, as fast as the client reads. */
export async function endlessService(begin: string, unit: string) {
	let sent = 0;
	const piece = Buffer.from(unit.repeat(2 ** 20));
	const send = (response: ServerResponse) => {
		while (sent < 2 ** 30 && !response.destroyed) {
			sent += piece.length;
			if (!response.write(piece)) {
				response.once('drain', () => send(response));
				return;
			}
		}
		response.end();
	};
	const server = createServer((_request, response) => {
		response.writeHead(200, { 'Content-Type': 'application/json' });
		response.write(begin);
		send(response);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('The service has no port');
	return {
		baseHost: `http://127.0.0.1:${address.port}`,
		sentMegabytes: () => sent / 2 ** 20,
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
