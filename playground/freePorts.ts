import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Server } from 'node:net';

async function listen(port: number): Promise<Server> {
	const server = createServer();
	server.listen(port, '127.0.0.1');
	await once(server, 'listening');
	return server;
}

function portOf(server: Server): number {
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('A TCP server has no port');
	return address.port;
}

async function close(server: Server): Promise<void> {
	const closed = once(server, 'close');
	server.close();
	await closed;
}

/** So many different TCP ports that were free on 127.0.0.1 a moment ago. */
export async function freePorts(count: number): Promise<number[]> {
	const servers = await Promise.all(Array.from({ length: count }, () => listen(0)));
	const ports = servers.map(portOf);
	await Promise.all(servers.map(close));
	return ports;
}

/** Whether nothing listens on this port of 127.0.0.1. */
export async function isFree(port: number): Promise<boolean> {
	try {
		await close(await listen(port));
		return true;
	} catch {
		return false;
	}
}
