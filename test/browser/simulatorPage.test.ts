import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';

import { pageOptions } from '../../playground/browser/browser.ts';
import { useBrowser } from '../../playground/browser/vitest.ts';
import { type NewUser, type Simulator, startSimulator } from '../../simulator/index.ts';
import { NOON } from '../integration/simulator/harness.ts';
import { listen, stop } from '../integration/support/listen.ts';

const browser = useBrowser();

let simulator: Simulator;
let page: Page;
let complaints: string[];

beforeEach(async () => {
	simulator = await startSimulator({ clock: { now: () => NOON }, pages: true });
	page = await browser().newPage(pageOptions);
	page.setDefaultTimeout(60_000);
	complaints = [];
	page.on('pageerror', (error) => complaints.push(error.message));
	page.on('console', (message) => (message.type() === 'error' ? complaints.push(message.text()) : undefined));
});

afterEach(async () => {
	await page.close();
	await simulator.close();
	expect(complaints).toEqual([]);
});

async function open(): Promise<void> {
	await page.goto(`${simulator.baseHost}/`);
	await page.getByText('Live', { exact: true }).waitFor();
}

async function invite(details: NewUser): Promise<void> {
	const { userId } = await simulator.control.addUser(details);
	const [assessment] = (await simulator.control.state()).assessments;
	await simulator.control.assign({ userId, assessmentId: assessment?.assessmentId ?? '' });
}

/** The focused element, as a screen reader would announce it. */
const focused = async (): Promise<string> => await page.locator(':focus').ariaSnapshot();

/** Presses Tab until the focused element matches, then Enter. */
async function tabToAndPress(wanted: RegExp): Promise<void> {
	for (let presses = 0; presses < 60; presses += 1) {
		await page.keyboard.press('Tab');
		if (wanted.test(await focused())) return await page.keyboard.press('Enter');
	}
	throw new Error(`Tab never came to ${String(wanted)}`);
}

const log = (text: string | RegExp) => page.getByRole('log').getByText(text);
const person = (name: string) => page.getByRole('listitem').filter({ hasText: name }).first();

describe("the simulator's page", () => {
	it('can be used with the keyboard alone to start, finish, score, see the response and redeliver', async () => {
		const answers = [401, 200];
		const server = createServer((_request, response) => response.writeHead(answers.shift() ?? 500).end());
		onTestFinished(async () => await stop(server));
		const { url } = await simulator.control.registerWebhook({ url: await listen(server) });
		await invite({ givenName: 'Nora', surname: 'Nielsen', uniqueIdentifier: 'NN-1' });
		await open();
		await page.getByText(url).waitFor();
		await tabToAndPress(/searchbox "Find by name/);
		await page.keyboard.type('NN-1');
		await page.getByText('1 of 14').waitFor();
		await tabToAndPress(/button "Start: English Speaking of Nora Nielsen"/);
		await log('Start: English Speaking of Nora Nielsen. Done.').waitFor();
		await person('Nora').getByText('InProgress').waitFor();
		await tabToAndPress(/button "Finish: .*Nora Nielsen"/);
		await person('Nora').getByText('ScorePending').waitFor();

		await page.keyboard.press('Tab');
		await page.keyboard.press('Tab');
		expect(await focused()).toContain('textbox "Score of English Speaking of Nora Nielsen"');
		await page.keyboard.type('7.5');
		await page.keyboard.press('Enter');
		await log(/The score is 7\.5\./).waitFor();
		await page.getByText('Status 401', { exact: true }).waitFor();
		await tabToAndPress(/button "Redeliver: user-assessment-scored/);
		await page.getByText('Status 200', { exact: true }).waitFor();
		await tabToAndPress(/Sent request/);
		await page.locator('pre:visible', { hasText: '"event":"user-assessment-scored"' }).waitFor();
		expect((await simulator.control.deliveries()).map(({ body }) => body)).toEqual(
			Array<unknown>(2).fill(expect.stringMatching(/"uniqueIdentifier":"NN-1".*"score":7.5/)),
		);
	});

	it('explains a second score, switches a fault on and off, and counts requests against the limits', async () => {
		await open();
		// The first person on the page has no score yet.
		const first = page.locator('section > ul > li').first();
		const score = first.getByRole('button', { name: /^Score/ }).first();
		await score.click();
		await log(/so no event was sent\. The Poll Trigger doesn't need one/).waitFor();
		await first.getByText('Completed').waitFor();
		await score.click();
		await log(/ignores a changed score unless Include Changed Scores is on/).waitFor();

		await page.getByLabel(/^Fault/).press('Enter');
		await page.getByText('{"kind":"status","status":503} for /assign').waitFor();
		expect(await simulator.control.faults()).toMatchObject([{ match: { path: '/assign' }, fault: { status: 503 } }]);
		await page.getByRole('button', { name: /^Switch off: .*503/ }).press('Enter');
		await log(/^Switch off: .*Done\.$/).waitFor();
		expect(await simulator.control.faults()).toEqual([]);
		const headers = { authorization: `Bearer ${simulator.apiKey}` };
		for (let request = 0; request < 6; request += 1) await fetch(`${simulator.baseHost}/2020q3/groups`, { headers });
		await page.getByText('5 in the last second').waitFor();
		await page.getByRole('listitem').filter({ hasText: 'GET /2020q3/groups 429' }).waitFor();
	});

	it('keeps typed text when people are added, and says when the simulator is gone', async () => {
		await invite({ givenName: 'Nora' });
		await open();
		await person('Nora')
			.getByLabel(/^Score of/)
			.fill('6.1');
		await invite({ givenName: 'Ole' });
		await person('Ole').waitFor();
		expect(await focused()).toContain('6.1');
		await simulator.close();
		await page.getByText('No connection. Is the simulator running?').waitFor();
		await page.close();
		complaints = complaints.filter((text) => !text.includes('net::ERR_'));
	});

	it("links to a page for trying requests with the API key filled in, and doesn't load anything from the internet", async () => {
		const hosts = new Set<string>();
		page.on('request', (request) => {
			if (!/^(data|blob):/.test(request.url())) hosts.add(new URL(request.url()).origin);
		});
		await open();
		await page.getByRole('link', { name: 'Try requests' }).click();
		await page.getByRole('heading', { name: 'List groups' }).scrollIntoViewIfNeeded();
		await page.getByRole('button', { name: /Test Request.*get \/groups/i }).click();
		await page.getByRole('button', { name: /^Send/ }).first().click();
		await expect.poll(() => simulator.control.requests()).toMatchObject([{ path: '/2020q3/groups', status: 200 }]);
		expect([...hosts]).toEqual([simulator.baseHost]);
	});
});
