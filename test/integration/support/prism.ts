import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { parse, stringify } from 'yaml';

import { startServer } from '../../../playground/queue/servers.ts';
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
	const folder = await mkdtempDisposable(join(tmpdir(), 'enterprise-assessment-prism-'));
	const file = join(folder.path, 'openapi.yaml');
	await writeFile(file, versioned());
	const mode = baseHost === undefined ? ['mock', file] : ['proxy', file, baseHost, '--errors'];
	const { port, stop } = await startServer({
		command: process.execPath,
		args: (free) => [PRISM, ...mode, '--host', '127.0.0.1', '--port', String(free)],
		cwd: folder.path,
		env: {},
		readyText: 'Prism is listening',
	});
	return {
		baseHost: `http://127.0.0.1:${port}`,
		stop: async () => {
			await stop();
			await folder.remove();
		},
	};
}
