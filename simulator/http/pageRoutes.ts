import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { CONTROL_ROOT } from './controlRoutes.ts';

/** The page for people: `page/index.html` at `/`, what it loads below PAGE_ROOT. */

const PAGE_ROOT = `${CONTROL_ROOT}/page`;
const FOLDER = join(import.meta.dirname, '../page');
const LIBRARY_FOLDER = join(dirname(createRequire(import.meta.url).resolve('lit-html')), '..');
/** What the page uses of the installed lit-html. */
const LIBRARY = ['lit-html.js', 'directive.js', 'directive-helpers.js', 'directives/repeat.js'];

const CONTENT_TYPES: Record<string, string> = {
	'.css': 'text/css; charset=utf-8',
	'.html': 'text/html; charset=utf-8',
	'.js': 'text/javascript; charset=utf-8',
	'.svg': 'image/svg+xml',
};

/** Control surface and page are none of the service's: they are not logged, and no limit counts them. */
export function isPartOfService({ method, url }: FastifyRequest): boolean {
	if (url.startsWith(CONTROL_ROOT)) return false;
	return method !== 'GET' || !/^\/(\?|$)/.test(url);
}

export function addPage(app: FastifyInstance): void {
	const add = (url: string, file: string): void => {
		app.get(url, async (_request, reply) => reply.type(CONTENT_TYPES[extname(file)] ?? '').send(await readFile(file)));
	};
	add('/', join(FOLDER, 'index.html'));
	for (const file of readdirSync(FOLDER)) {
		if (extname(file) in CONTENT_TYPES) add(`${PAGE_ROOT}/${file}`, join(FOLDER, file));
	}
	for (const file of LIBRARY) add(`${PAGE_ROOT}/lit-html/${file}`, join(LIBRARY_FOLDER, file));
}
