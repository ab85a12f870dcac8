import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { DOCUMENT_TEXT } from '../document.ts';
import type { Service } from '../service.ts';
import { CURRENT_VERSION } from '../versions.ts';
import { CONTROL_ROOT } from './controlRoutes.ts';

/** Pages for people: `page/index.html` at `/`, its files below PAGE_ROOT, and a page for trying requests. */

const PAGE_ROOT = `${CONTROL_ROOT}/page`;
const FOLDER = join(import.meta.dirname, '../page');
const LIBRARY_FOLDER = join(dirname(createRequire(import.meta.url).resolve('lit-html')), '..');
/** The parts of the installed lit-html that the page uses. */
const LIBRARY = ['lit-html.js', 'directive.js', 'directive-helpers.js', 'directives/repeat.js'];

const TYPES: Record<string, string> = { '.css': 'css', '.html': 'html', '.js': 'javascript' };

/** Control routes and pages aren't part of the service: they aren't logged and don't count against limits. */
export function isPartOfService({ method, url }: FastifyRequest): boolean {
	if (url.startsWith(CONTROL_ROOT)) return false;
	return method !== 'GET' || !/^\/(openapi\.yaml|favicon\.ico)?(\?|$)/.test(url);
}

function addFiles(app: FastifyInstance): void {
	const add = (url: string, file: string): void => {
		const type = `text/${TYPES[extname(file)]}; charset=utf-8`;
		app.get(url, async (_request, reply) => reply.type(type).send(await readFile(file)));
	};
	add('/', join(FOLDER, 'index.html'));
	for (const file of readdirSync(FOLDER)) {
		if (extname(file) in TYPES) add(`${PAGE_ROOT}/${file}`, join(FOLDER, file));
	}
	for (const file of LIBRARY) add(`${PAGE_ROOT}/lit-html/${file}`, join(LIBRARY_FOLDER, file));
}

/** The page for trying requests, with the API key filled in. It doesn't load anything from the internet. */
async function addReference(app: FastifyInstance, service: Service): Promise<void> {
	// This file is large, so it's only loaded when the page is opened.
	const { default: reference } = await import('@scalar/fastify-api-reference');
	const [token] = service.account.apiKeys.keys();
	await app.register(reference, {
		routePrefix: `${CONTROL_ROOT}/reference`,
		configuration: {
			url: '/openapi.yaml',
			servers: [{ url: `/${CURRENT_VERSION.segment}` }],
			authentication: { preferredSecurityScheme: 'apiKey', securitySchemes: { apiKey: { token } } },
			withDefaultFonts: false,
			telemetry: false,
			agent: { disabled: true },
			showDeveloperTools: 'never',
		},
	});
}

export async function addPages(app: FastifyInstance, service: Service): Promise<void> {
	addFiles(app);
	app.get('/openapi.yaml', (_request, reply) => reply.type('application/yaml; charset=utf-8').send(DOCUMENT_TEXT));
	// Browsers request this icon with each page that doesn't have one.
	app.get('/favicon.ico', (_request, reply) => reply.code(204).send());
	await addReference(app, service);
}
