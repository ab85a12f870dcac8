import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { CONTROL_ROOT } from '../control/control.ts';
import { refuseRemote } from '../control/control.ts';

/** The page for people: `page/index.html` at `/`, what it loads below PAGE_ROOT. */

const PAGE_ROOT = `${CONTROL_ROOT}/page`;
const FOLDER = join(import.meta.dirname, '../page');
/** What the page uses of the installed lit-html. */
const LIBRARY = ['lit-html.js', 'directive.js', 'directive-helpers.js', 'directives/repeat.js'];
/** The one script that stands in the page itself: it says where the library lies. */
const IMPORT_MAP = /<script type="importmap">(.*?)<\/script>/s;

const CONTENT_TYPES: Record<string, string> = {
	'.css': 'text/css; charset=utf-8',
	'.html': 'text/html; charset=utf-8',
	'.js': 'text/javascript; charset=utf-8',
	'.svg': 'image/svg+xml',
};

/** Whatever data says, the page runs its own scripts alone and speaks to nobody else; no other page can frame it. */
function headers(): Record<string, string> {
	const [, importMap = ''] = IMPORT_MAP.exec(readFileSync(join(FOLDER, 'index.html'), 'utf8')) ?? [];
	const hash = createHash('sha256').update(importMap).digest('base64');
	return {
		'Content-Security-Policy':
			`default-src 'none'; script-src 'self' 'sha256-${hash}'; style-src 'self'; img-src 'self'; connect-src 'self'; ` +
			"base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
		'Cross-Origin-Resource-Policy': 'same-origin',
		'Referrer-Policy': 'no-referrer',
		'X-Content-Type-Options': 'nosniff',
		'Cache-Control': 'no-cache',
	};
}

/** Looked for when the page asks for it: without it the service still runs. */
function libraryFolder(): string {
	return join(dirname(createRequire(import.meta.url).resolve('lit-html')), '..');
}

/** Control surface and page are none of the service's: they are not logged, and no limit counts them. */
export function isPartOfService({ method, url }: FastifyRequest): boolean {
	if (url.startsWith(CONTROL_ROOT)) return false;
	return method !== 'GET' || !/^\/(\?|$)/.test(url);
}

export function addPage(app: FastifyInstance): void {
	const add = (url: string, file: string, folder = (): string => FOLDER): void => {
		app.get(url, {
			// Not the pages of other sites: they may link here, and the files tell nothing.
			onRequest: async (request: FastifyRequest, reply: FastifyReply) => refuseRemote(request, reply),
			handler: async (_request, reply) => {
				const content = await readFile(join(folder(), file));
				return reply
					.headers(headers())
					.type(CONTENT_TYPES[extname(file)] ?? '')
					.send(content);
			},
		});
	};
	add('/', 'index.html');
	for (const file of readdirSync(FOLDER)) if (extname(file) in CONTENT_TYPES) add(`${PAGE_ROOT}/${file}`, file);
	for (const file of LIBRARY) add(`${PAGE_ROOT}/lit-html/${file}`, file, libraryFolder);
}
