import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { pageOptions } from '../../playground/browser/browser.ts';
import { useBrowser } from '../../playground/browser/vitest.ts';
import { startSimulator } from '../../simulator/index.ts';
import type { ControlledUser, NewUser, Simulator } from '../../simulator/index.ts';
import { useReceiver } from '../integration/simulator/receiver.ts';

/** The simulator's page as a person uses it who has no mouse. */

const browser = useBrowser();
const receiver = useReceiver();

let simulator: Simulator;
let context: BrowserContext;
let page: Page;
let problems: string[];
/** Whether the page may find nobody at the simulator's address. */
let mayBeGone: boolean;

beforeEach(async () => {
	simulator = await startSimulator({ seed: 1 });
	context = await browser().newContext(pageOptions);
	context.setDefaultTimeout(20_000);
	page = await context.newPage();
	problems = [];
	page.on('pageerror', (error) => problems.push(error.message));
	mayBeGone = false;
	page.on('console', (message) => {
		if (message.type() !== 'error' || (mayBeGone && message.text().includes('net::ERR_'))) return;
		problems.push(message.text());
	});
	page.on('dialog', (dialog) => {
		problems.push(`dialog: ${dialog.message()}`);
		void dialog.dismiss();
	});
});

afterEach(async () => {
	await context.close();
	await simulator.close();
	expect(problems).toEqual([]);
});

async function open(): Promise<void> {
	await page.goto(`${simulator.baseHost}/`);
	await page.getByText('Live', { exact: true }).waitFor();
}

/** Somebody who has just been assigned an assessment. */
async function invite(details: NewUser): Promise<ControlledUser> {
	const { control } = simulator;
	const { userId } = await control.addUser(details);
	const { assessments } = await control.state();
	await control.assign({ userId, assessmentId: assessments[0]?.assessmentId ?? '' });
	return await control.user({ userId });
}

/** What has the focus: its name, role and description, as a screen reader would say them. */
async function focused(): Promise<string> {
	const snapshot = await page.locator(':focus').ariaSnapshot();
	const describedBy = await page.locator(':focus').getAttribute('aria-describedby');
	const description = describedBy === null ? '' : await page.locator(`[id="${describedBy}"]`).innerText();
	return `${snapshot} ${description}`.replace(/\s+/g, ' ');
}

/** Presses Tab until what has the focus matches. */
async function tabTo(wanted: RegExp): Promise<void> {
	const passed: string[] = [];
	for (let presses = 0; presses < 60; presses += 1) {
		await page.keyboard.press('Tab');
		const what = await focused();
		if (wanted.test(what)) return;
		passed.push(what);
	}
	throw new Error(`Tab never came to ${String(wanted)}, but to:\n${passed.join('\n')}`);
}

/** Follows a link at the top of the page, past all users. */
async function jumpTo(section: string): Promise<void> {
	await tabTo(new RegExp(`link "${section}"`));
	await page.keyboard.press('Enter');
}

const log = (text: string | RegExp) => page.getByRole('log').getByText(text);

describe('with the keyboard alone', () => {
	it('starts, finishes and scores an assessment, and sees how the webhook answered', async () => {
		await simulator.control.registerWebhook({ url: receiver.url });
		await invite({ givenName: 'Nora', surname: 'Nielsen', uniqueIdentifier: 'NN-1' });
		await open();
		await page.getByText(receiver.url).waitFor();
		await page.getByText(/^Since .* · Signed$/).waitFor();

		await tabTo(/searchbox "Find by name/);
		await page.keyboard.type('NN-1');
		await page.getByText('1 of 14 users').waitFor();
		const user = page.getByRole('listitem').filter({ hasText: 'Nora Nielsen' }).first();
		await user.getByText('Not started').waitFor();

		await tabTo(/button "Start".*English Speaking of Nora Nielsen/);
		await page.keyboard.press('Enter');
		await user.getByText('In progress').waitFor();
		await log('English Speaking of Nora Nielsen was started.').waitFor();
		expect(await focused()).toContain('button "Start"');

		await page.keyboard.press('Tab');
		await page.keyboard.press('Space');
		await user.getByText('Score pending').waitFor();
		expect(await focused()).toContain('button "Finish"');

		receiver.answers.push((response) => response.writeHead(401).end('Unauthorized'));
		await page.keyboard.press('Tab');
		await page.keyboard.type('7.5');
		await page.keyboard.press('Tab');
		await page.keyboard.press('Enter');
		await user.getByText('Completed').waitFor();
		await user.getByText('7.5 of 10 · C1').waitFor();
		await log('English Speaking of Nora Nielsen was scored: 7.5 of 10 · C1.').waitFor();
		await log(/^Webhook, Nora Nielsen · English Speaking · 7\.5 of 10 · C1: answered 401\.$/).waitFor();

		await tabTo(/button "Deliver again".*Answered 401 user-assessment-scored Nora Nielsen/);
		await page.keyboard.press('Enter');
		await page.getByText('Answered 200', { exact: true }).waitFor();
		await page.getByText(/Attempt 2/).waitFor();
		expect(await focused()).toContain('Answered 401');

		expect(receiver.received).toHaveLength(2);
		expect(JSON.parse(String(receiver.received[1]?.body))).toMatchObject({
			event: 'user-assessment-scored',
			data: { uniqueIdentifier: 'NN-1', scoreReports: [{ status: 'Completed', score: 7.5 }] },
		});
	});

	it('sends the example event and reads what was sent', async () => {
		await simulator.control.registerWebhook({ url: receiver.url });
		await open();
		await jumpTo('Webhook');
		await tabTo(/button "Send example event"/);
		await page.keyboard.press('Enter');
		await page.getByText('Answered 200', { exact: true }).waitFor();
		await tabTo(/What was sent/);
		await page.keyboard.press('Enter');
		await page.getByText('"event": "webhook-example"').waitFor();
	});

	it('copies address and key', async () => {
		await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: simulator.baseHost });
		await open();
		for (const [field, expected] of [
			['Service Address', simulator.baseHost],
			['API Key', simulator.apiKey],
		] as const) {
			await tabTo(new RegExp(`button "Copy ${field}"`));
			await page.keyboard.press('Enter');
			await log(`${field} copied.`).waitFor();
			expect(await page.evaluate('navigator.clipboard.readText()')).toBe(expected);
		}
	});

	it('revokes the key and makes another', async () => {
		await open();
		await tabTo(/button "Revoke API Key"/);
		await page.keyboard.press('Enter');
		await page.getByText('Every API key is revoked').waitFor();
		expect((await simulator.control.state()).apiKeys.map(({ state }) => state)).toEqual(['revoked']);
		await tabTo(/button "New API Key"/);
		await page.keyboard.press('Enter');
		await page.getByText('Every API key is revoked').waitFor({ state: 'hidden' });
		const { apiKeys } = await simulator.control.state();
		expect(await page.getByLabel('API Key', { exact: true }).inputValue()).toBe(apiKeys.at(-1)?.apiKey);
	});

	it('injects a fault and removes it', async () => {
		await open();
		await jumpTo('Faults');
		await tabTo(/button "Inject"/);
		await page.keyboard.press('Enter');
		await page.getByText('status 503 for any request').waitFor();
		await tabTo(/button "Remove".*status 503/);
		await page.keyboard.press('Enter');
		await log('The fault was removed.').waitFor();
		await page.getByText('status 503 for any request').waitFor({ state: 'hidden' });
		expect(await simulator.control.faults()).toEqual([]);
		expect(await focused()).toContain('list "Faults"');
	});
});

describe('what the page shows', () => {
	it('moves with the requests against both limits', async () => {
		await simulator.control.setClock({ stopped: true });
		await open();
		const meter = page.getByRole('meter', { name: 'Requests in this second' });
		expect(await meter.getAttribute('aria-valuetext')).toBe('0 of 5');
		const headers = { authorization: `Bearer ${simulator.apiKey}` };
		const get = async () => (await fetch(`${simulator.baseHost}/2020q3/groups`, { headers })).status;
		for (let request = 0; request < 3; request += 1) expect(await get()).toBe(200);
		await page.getByText('3 of 5', { exact: true }).waitFor();
		await page.getByText('3 of 2000', { exact: true }).waitFor();
		expect([await get(), await get(), await get()]).toEqual([200, 200, 429]);
		await page.getByText('5 of 5', { exact: true }).waitFor();
		await log('1 request was refused over the limit (429).').waitFor();
		const badge = page.getByText('429 over the limit', { exact: true });
		expect((await badge.boundingBox())?.height).toBeLessThan(30);
		const rows = page.getByRole('table').getByRole('row');
		expect(await rows.nth(1).innerText()).toMatch(/GET \/groups\s+429 over the limit/);
		await page
			.getByRole('img', { name: 'The last 30 seconds: 5 requests processed, and 1 refused over the limit' })
			.waitFor();

		await simulator.control.setClock({ advanceMs: 1000 });
		await page.getByText('0 of 5', { exact: true }).waitFor();
		await page.getByText('5 of 2000', { exact: true }).waitFor();
		// Looking takes no place and leaves no trace.
		expect(await simulator.control.requests()).toHaveLength(6);
	});

	it('is text, whatever a user is called', async () => {
		const hostile = '<img src="x" onerror="alert(1)"><b>Bold</b>';
		await invite({ givenName: hostile, surname: '', uniqueIdentifier: '</li><script>alert(2)</script>' });
		await simulator.control.addGroup({ name: '<iframe src="javascript:alert(3)">' });
		await simulator.control.registerWebhook({ url: 'http://127.0.0.1:9/<svg onload=alert(4)>' });
		await open();
		await page.getByRole('heading', { name: hostile }).waitFor();
		await page.getByText('</li><script>alert(2)</script>').waitFor();
		await page.getByText('<iframe src="javascript:alert(3)">').waitFor();
		const user = page.getByRole('listitem').filter({ hasText: hostile }).first();
		await user.getByRole('button', { name: 'Score' }).click();
		await log(/English Speaking of <img src="x"/)
			.first()
			.waitFor();
		await page
			.getByText(/No answer: /)
			.first()
			.waitFor();
		expect(await page.locator('main img, main b, main iframe, main script, main svg, footer img').count()).toBe(0);
	});

	it('keeps typed text and focus when others assign and score', async () => {
		const nora = await invite({ givenName: 'Nora', surname: 'Nielsen', uniqueIdentifier: 'NN-1' });
		await open();
		const points = page.getByRole('listitem').filter({ hasText: 'Nora Nielsen' }).first().getByRole('spinbutton');
		await points.fill('6.1');
		await invite({ givenName: 'Otto', surname: 'Olsen', uniqueIdentifier: 'OO-1' });
		await page.getByRole('heading', { name: 'Otto Olsen' }).waitFor();
		const { assessments } = await simulator.control.state();
		await simulator.control.assign({ userId: nora.userId, assessmentId: assessments[1]?.assessmentId ?? '' });
		await log(/^Nora Nielsen was assigned /).waitFor();
		expect(await page.getByRole('heading', { level: 3 }).first().innerText()).toBe('Nora Nielsen');
		const first = page.getByRole('listitem').filter({ hasText: 'English Speaking' }).filter({ hasText: 'of Nora' });
		expect(await first.last().getByRole('spinbutton').inputValue()).toBe('6.1');
		expect(await focused()).toContain('6.1');
	});

	it('lets every button be read, also those that can not be pressed', async () => {
		await open();
		const colourOf = async (kind: string) =>
			await page.evaluate(
				`getComputedStyle(document.querySelector('.actions button${kind}[aria-disabled=true]')).color`,
			);
		expect(await colourOf('.main')).toBe(await colourOf(':not(.main)'));
	});

	it('says when the simulator is gone, and fits a phone', async () => {
		await page.setViewportSize({ width: 360, height: 740 });
		await invite({ givenName: 'A'.repeat(120), surname: '', uniqueIdentifier: 'B'.repeat(200) });
		await open();
		expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
		mayBeGone = true;
		await simulator.close();
		await page.getByText('No connection: does the simulator run?').waitFor();
	});
});
