import { readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { send, useSimulator } from './harness.ts';

/** How the simulator serves its page, and who may use what is behind it. */

const service = useSimulator();

const PAGE_FOLDER = new URL('../../../simulator/page/', import.meta.url);

describe('the page', () => {
	it('is at / and loads nothing from elsewhere', async () => {
		const { get, simulator } = service();
		const page = await get(`${simulator.baseHost}/`);
		expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
		expect((await get(`${simulator.baseHost}/?from=n8n`)).text).toBe(page.text);
		const addresses = [...page.text.matchAll(/(?:src|href)="([^"#][^"]*)"/g)].map(([, address = '']) => address);
		expect(addresses.length).toBeGreaterThan(2);
		for (const address of addresses) {
			expect(address).toMatch(/^\/_simulator\/page\//);
			expect((await get(`${simulator.baseHost}${address}`)).status).toBe(200);
		}
	});

	it('serves each of its files with its type, and no script of others beside them', async () => {
		const { get, simulator } = service();
		const types: Record<string, string> = { js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml' };
		const files = (await readdir(PAGE_FOLDER)).filter((file) => /\.(js|css|svg)$/.test(file));
		expect(files).toContain('main.js');
		for (const file of files) {
			const { status, headers } = await get(`${simulator.baseHost}/_simulator/page/${file}`);
			expect([file, status]).toEqual([file, 200]);
			expect(String(headers['content-type'])).toContain(types[file.split('.').at(-1) ?? '']);
			expect(headers['x-content-type-options']).toBe('nosniff');
			const policy = String(headers['content-security-policy']);
			expect(policy).toContain("default-src 'none'");
			expect(policy).toContain("frame-ancestors 'none'");
			expect(policy).not.toMatch(/unsafe|https?:/);
		}
	});

	it.each(['tsconfig.json', '../server.ts', '%2e%2e/server.ts', ''])('serves nothing else: %j', async (path) => {
		const { simulator } = service();
		expect((await send('GET', `${simulator.baseHost}/_simulator/page/${path}`, {})).status).toBe(404);
	});

	it('is not logged and takes no place under the limits', async () => {
		const { call, get, simulator } = service();
		await simulator.control.configure({ limits: { perSecond: 1, per20Minutes: 1 } });
		const authorization = `Bearer ${simulator.apiKey}`;
		for (const path of ['/', '/_simulator/page/main.js', '/_simulator/state']) {
			expect((await get(`${simulator.baseHost}${path}`, { authorization })).status).toBe(200);
		}
		expect(await simulator.control.requests()).toEqual([]);
		expect((await simulator.control.state()).limits.usage.last20Minutes).toBe(0);
		expect((await call('GET', '/groups')).status).toBe(200);
	});

	it('leaves every other request at / to the service', async () => {
		const { simulator } = service();
		expect((await send('POST', `${simulator.baseHost}/`, {})).status).toBe(404);
		expect((await send('GET', `${simulator.baseHost}//`, {})).status).toBe(404);
		expect((await simulator.control.requests()).map(({ method, path }) => `${method} ${path}`)).toEqual([
			'POST /',
			'GET //',
		]);
	});
});

describe('the control surface, asked by a browser', () => {
	it.each<[boolean, string, (own: string) => Record<string, string>]>([
		[true, 'a program, which says nothing of where it comes from', () => ({})],
		[true, 'the simulator’s own page', (own) => ({ origin: own, 'sec-fetch-site': 'same-origin' })],
		[true, 'an address typed by hand', () => ({ 'sec-fetch-site': 'none' })],
		[false, 'another site', () => ({ origin: 'https://example.com', 'sec-fetch-site': 'cross-site' })],
		[false, 'another port', () => ({ origin: 'http://127.0.0.1:5678', 'sec-fetch-site': 'same-site' })],
		[false, 'another name of this machine', (own) => ({ origin: own.replace('127.0.0.1', 'localhost') })],
		[false, 'the same host by another scheme', (own) => ({ origin: own.replace('http:', 'https:') })],
		[false, 'a page without an origin, such as a file', () => ({ origin: 'null' })],
		[false, 'what another site loads as a picture', () => ({ 'sec-fetch-site': 'cross-site' })],
		[false, 'what another port loads as a script', () => ({ 'sec-fetch-site': 'same-site' })],
	])('serves (%s) %s', async (served, _who, headers) => {
		const { baseHost, control } = service().simulator;
		await control.addGroup({ name: 'Until reset' });
		const { status } = await send('POST', `${baseHost}/_simulator/reset`, headers(baseHost));
		expect(status).toBe(served ? 204 : 403);
		expect((await control.state()).groups).toHaveLength(served ? 3 : 4);
	});
});
