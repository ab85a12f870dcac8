import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Simulates hosts on the internet under their own names. A proxy responds for them over TLS, with a certificate that
 * only an n8n with this environment trusts. Requests to any other host fail.
 *
 * @param answer can distinguish the hosts by the request's `host` header
 */
export async function startInternet(hosts: readonly string[], answer: RequestListener) {
	const folder = mkdtempSync(join(tmpdir(), 'enterprise-assessment-internet-'));
	const [keyFile, certificateFile] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
	const names = hosts.map((host) => `DNS:${host}`).join();
	const subject = ['-subj', '/CN=hosts of the tests', '-addext', `subjectAltName=${names}`];
	const form = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', keyFile, '-out', certificateFile];
	execFileSync('openssl', ['req', ...form, ...subject], { stdio: 'pipe' });
	const server = createTlsServer({ key: readFileSync(keyFile), cert: readFileSync(certificateFile) }, answer);
	const proxy = createServer((_, response) => response.writeHead(405).end());
	proxy.on('connect', ({ url = '' }, socket) => {
		if (!hosts.includes(url.replace(/:.*/, ''))) return socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
		socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
		return server.emit('connection', socket);
	});
	proxy.listen(0, '127.0.0.1');
	await once(proxy, 'listening');
	const { port } = proxy.address() as AddressInfo;

	return {
		/** The environment of the n8n that uses these hosts. */
		env: {
			HTTPS_PROXY: `http://127.0.0.1:${port}`,
			NO_PROXY: '127.0.0.1,localhost',
			NODE_EXTRA_CA_CERTS: certificateFile,
		},
		async close(): Promise<void> {
			proxy.closeAllConnections();
			proxy.close();
			server.closeAllConnections();
			await once(proxy, 'close');
			rmSync(folder, { recursive: true });
		},
	};
}
