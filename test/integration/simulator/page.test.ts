import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { send, useSimulator } from './harness.ts';

/** How the simulator serves its page, and who may use what is behind it. */

const service = useSimulator({ pages: true });

it('the page is at / and loads nothing from elsewhere, each file with its type', async () => {
	const { get, simulator } = service();
	const page = await get(`${simulator.baseHost}/?from=n8n`);
	expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
	const files = ['actions.js', 'traffic.js', 'lit-html/lit-html.js', 'lit-html/directives/repeat.js'];
	const addresses = [...page.text.matchAll(/(?:src|href)="(\/[^"]*)"/g)].map(([, address = '']) => address);
	expect(addresses).toHaveLength(2);
	for (const address of [...addresses, ...files.map((file) => `/_simulator/page/${file}`)]) {
		const { headers, status } = await get(`${simulator.baseHost}${address}`);
		expect([address, status]).toEqual([expect.stringMatching(/^\/_simulator\/page\//), 200]);
		expect(String(headers['content-type'])).toMatch(/^text\/(javascript|css); charset=utf-8$/);
	}
	for (const path of ['page/tsconfig.json', 'page/../server.ts', 'page/%2e%2e/index.ts', 'page/']) {
		expect((await get(`${simulator.baseHost}/_simulator/${path}`)).status).toBe(404);
	}
});

it('the document is at /openapi.yaml, as the repository has it', async () => {
	const { get, simulator } = service();
	const { headers, text } = await get(`${simulator.baseHost}/openapi.yaml`);
	expect(headers['content-type']).toBe('application/yaml; charset=utf-8');
	expect(text).toBe(await readFile(join(import.meta.dirname, '../../../specification/openapi.yaml'), 'utf8'));
});

it('page and control are not logged and take no place under the limits; the rest at / is the service’s', async () => {
	const { call, get, simulator } = service();
	await simulator.control.configure({ limits: { perSecond: 1, per20Minutes: 1 } });
	const headers = { authorization: `Bearer ${simulator.apiKey}` };
	for (const path of ['/', '/openapi.yaml', '/_simulator/page/main.js', '/_simulator/reference/']) {
		expect((await get(`${simulator.baseHost}${path}`, headers)).status).toBe(200);
	}
	expect((await send('POST', `${simulator.baseHost}/_simulator/state`, headers)).status).toBe(200);
	expect(await simulator.control.requests()).toEqual([]);
	expect((await call('GET', '/groups')).status).toBe(200);
	expect((await send('POST', `${simulator.baseHost}/`, {})).status).toBe(404);
	expect((await simulator.control.requests()).map(({ path }) => path)).toEqual(['/2020q3/groups', '/']);
});

it.each([
	[true, 'a program, which says nothing of where it comes from', {}],
	[true, 'the simulator’s own page', { 'sec-fetch-site': 'same-origin' }],
	[false, 'another port', { 'sec-fetch-site': 'same-site' }],
	[false, 'another site', { 'sec-fetch-site': 'cross-site' }],
])('control serves (%s) %s', async (served, _who, headers) => {
	const { call, simulator } = service();
	const { baseHost, control } = simulator;
	await call('POST', '/groups', { body: { name: 'Until reset' } });
	const { status } = await send('POST', `${baseHost}/_simulator/reset`, headers);
	expect(status).toBe(served ? 204 : 403);
	expect((await control.state()).groups).toHaveLength(served ? 3 : 4);
});
