import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { isObject, optionalTextOf } from './api/json.ts';

export interface AppCall {
	readonly method: string;
	readonly path: string;
	readonly authorization: string | undefined;
	readonly body: unknown;
}

/** What each app answers, by its host name, as far as n8n's own node for it looks at the answer. */
type Answers<Host extends string> = Readonly<Record<Host, (call: AppCall) => unknown>>;

/**
 * Stands in for the apps on the internet, under their own names: a proxy that answers for them over TLS, with a
 * certificate that only the n8n with this environment trusts. A request to any other host fails.
 */
export interface OtherApps<Host extends string> {
	/** For the n8n whose nodes are to come here. */
	readonly env: Readonly<Record<string, string>>;
	/** What came to an app, the oldest first. */
	readonly calls: (host: Host) => AppCall[];
	/** From now on the app answers 503, or no longer does. */
	readonly fail: (host: Host, fails: boolean) => void;
	readonly close: () => Promise<void>;
}

/** A key and a certificate for all the apps, made for this run alone. */
function certificateIn(folder: string, hosts: readonly string[]): { key: string; cert: string; file: string } {
	const [keyFile, file] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
	const names = hosts.map((host) => `DNS:${host}`);
	execFileSync(
		'openssl',
		['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=apps of the tests']
			.concat(['-addext', `subjectAltName=${names.join(',')}`])
			.concat(['-keyout', keyFile, '-out', file]),
		{ stdio: 'pipe' },
	);
	return { key: readFileSync(keyFile, 'utf8'), cert: readFileSync(file, 'utf8'), file };
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
	const body = await text(request);
	const isJson = request.headers['content-type']?.startsWith('application/json') === true;
	// Google's nodes call an empty body JSON.
	return isJson && body !== '' ? JSON.parse(body) : body;
}

export async function startOtherApps<Host extends string>(answers: Answers<Host>): Promise<OtherApps<Host>> {
	const isHost = (host: string): host is Host => Object.hasOwn(answers, host);
	const folder = mkdtempSync(join(tmpdir(), 'enterprise-assessment-apps-'));
	const { key, cert, file } = certificateIn(folder, Object.keys(answers));
	const calls = new Map<Host, AppCall[]>();
	const failing = new Set<Host>();

	const apps = createTlsServer({ key, cert }, (request, response) => {
		const { method = '', url = '', headers } = request;
		const host = headers.host ?? '';
		if (!isHost(host)) {
			response.writeHead(404).end();
			return;
		}
		void bodyOf(request).then((body) => {
			const call = { method, path: url, authorization: headers.authorization, body };
			const fails = failing.has(host);
			if (!fails) calls.set(host, [...(calls.get(host) ?? []), call]);
			const answer = fails ? {} : answers[host](call);
			// Google Drive says in a header where it wants the file.
			const location = isObject(answer) ? optionalTextOf(answer, 'location') : undefined;
			response.writeHead(fails ? 503 : 200, {
				'content-type': 'application/json',
				...(location === undefined ? {} : { location }),
			});
			response.end(JSON.stringify(answer));
		});
	});
	const proxy = createServer((_, response) => response.writeHead(405).end());
	proxy.on('connect', ({ url = '' }, socket) => {
		const [host = ''] = url.split(':');
		if (!isHost(host)) {
			socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
			return;
		}
		socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
		apps.emit('connection', socket);
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
		calls: (host) => calls.get(host) ?? [],
		fail(host, fails) {
			if (fails) failing.add(host);
			else failing.delete(host);
		},
		async close() {
			proxy.closeAllConnections();
			proxy.close();
			apps.closeAllConnections();
			await once(proxy, 'close');
			rmSync(folder, { recursive: true });
		},
	};
}
