import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import getPort from 'get-port';
import { parse, stringify } from 'yaml';

import { DOCUMENT_TEXT } from '../../../simulator/document.ts';

const PRISM = createRequire(import.meta.url).resolve('@stoplight/prism-cli');

/** The document with the version in its paths, because Prism ignores the path of a server URL. */
function versioned(): string {
	const document = parse(DOCUMENT_TEXT) as { paths: object };
	const paths = Object.entries(document.paths).map(([path, item]) => [`/2020q3${path}`, item as unknown]);
	return stringify({ ...document, paths: Object.fromEntries(paths) as object });
}

/**
 * Starts Prism as a mock of the service, or as a proxy in front of one. Its only source is the OpenAPI document. The proxy
 * responds with an error to any request or response that the document doesn't allow.
 *
 * @param baseHost the service's base host; without it, Prism is a mock
 * @returns Prism's base host, and a function that stops Prism
 */
export async function startPrism(baseHost?: string): Promise<{ baseHost: string; stop: () => Promise<void> }> {
	const folder = await mkdtemp(join(tmpdir(), 'enterprise-assessment-prism-'));
	const [file, port] = [join(folder, 'openapi.yaml'), await getPort()];
	await writeFile(file, versioned());
	const mode = baseHost === undefined ? ['mock', file] : ['proxy', file, baseHost, '--errors'];
	const prism = spawn(process.execPath, [PRISM, ...mode, '--host', '127.0.0.1', '--port', String(port)], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	const ended = once(prism, 'exit');
	await new Promise<void>((resolve, reject) => {
		prism.stdout.on('data', (text) => {
			if (String(text).includes('Prism is listening')) resolve();
		});
		void ended.then(() => reject(new Error('Prism ended before it listened')));
	});
	return {
		baseHost: `http://127.0.0.1:${port}`,
		stop: async () => {
			prism.kill();
			await ended;
			await rm(folder, { recursive: true });
		},
	};
}
