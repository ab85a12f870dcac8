import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Proxy {
	readonly url: string;
	/** From now on everything is answered with 503; settles when what had been passed on is answered. */
	readonly drain: () => Promise<void>;
	/** Passes on again. */
	readonly open: () => void;
	readonly close: () => Promise<void>;
}

/** A reverse proxy on a free port, as production has one before n8n, that can take n8n out before it is stopped. */
export async function startProxy(target: string): Promise<Proxy> {
	let draining = false;
	let passedOn = 0;
	let whenDrained = (): void => undefined;
	const server = createServer((incoming, outgoing) => {
		if (draining) {
			incoming.resume();
			outgoing.writeHead(503, { connection: 'close' }).end('n8n is being restarted');
			return;
		}
		passedOn++;
		outgoing.once('close', () => {
			passedOn--;
			if (draining && passedOn === 0) whenDrained();
		});
		const { method, url, headers } = incoming;
		const onward = request(new URL(url ?? '/', target), { method, headers }, (answer) => {
			outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(outgoing);
		});
		onward.once('error', () => outgoing.writeHead(502).end());
		incoming.pipe(onward);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		async drain() {
			const drained = new Promise<void>((resolve) => (whenDrained = resolve));
			draining = true;
			if (passedOn > 0) await drained;
		},
		open() {
			draining = false;
		},
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
