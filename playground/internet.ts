import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Stands in for hosts on the internet, under their own names: a proxy that answers for them over TLS, with a
 * certificate that only the n8n with this environment trusts. A request to any other host fails.
 */
export interface Internet {
	/** For the n8n that is to see it. */
	readonly env: Readonly<Record<'HTTPS_PROXY' | 'NO_PROXY' | 'NODE_EXTRA_CA_CERTS', string>>;
	readonly close: () => Promise<void>;
}

/** A key and a certificate for all the hosts, made for this run alone. */
function certificateIn(folder: string, hosts: readonly string[]): { key: string; cert: string; file: string } {
	const [keyFile, file] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
	const names = hosts.map((host) => `DNS:${host}`);
	execFileSync(
		'openssl',
		['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=hosts of the tests']
			.concat(['-addext', `subjectAltName=${names.join(',')}`])
			.concat(['-keyout', keyFile, '-out', file]),
		{ stdio: 'pipe' },
	);
	return { key: readFileSync(keyFile, 'utf8'), cert: readFileSync(file, 'utf8'), file };
}

/** The hosts, answered by `answer`, which tells them apart by the request's `host` header. */
export async function startInternet(hosts: readonly string[], answer: RequestListener): Promise<Internet> {
	const folder = mkdtempSync(join(tmpdir(), 'enterprise-assessment-internet-'));
	const { key, cert, file } = certificateIn(folder, hosts);
	const server = createTlsServer({ key, cert }, answer);
	const proxy = createServer((_, response) => response.writeHead(405).end());
	proxy.on('connect', ({ url = '' }, socket) => {
		const [host = ''] = url.split(':');
		if (!hosts.includes(host)) {
			socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
			return;
		}
		socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
		server.emit('connection', socket);
	});
	proxy.listen(0, '127.0.0.1');
	await once(proxy, 'listening');
	const address = proxy.address();
	if (address === null || typeof address === 'string') throw new Error('The proxy has no port');

	return {
		env: {
			HTTPS_PROXY: `http://127.0.0.1:${address.port}`,
			NO_PROXY: '127.0.0.1,localhost',
			NODE_EXTRA_CA_CERTS: file,
		},
		async close() {
			proxy.closeAllConnections();
			proxy.close();
			server.closeAllConnections();
			await once(proxy, 'close');
			rmSync(folder, { recursive: true });
		},
	};
}
