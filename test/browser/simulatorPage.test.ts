import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { pageOptions } from '../../playground/browser/browser.ts';
import { useBrowser } from '../../playground/browser/vitest.ts';
import { startSimulator } from '../../simulator/index.ts';
import type { NewUser, Simulator } from '../../simulator/index.ts';
import { NOON } from '../integration/simulator/harness.ts';
import { useReceiver } from '../integration/simulator/receiver.ts';
import { poorlyReadable } from './support/contrast.ts';

const browser = useBrowser();
const receiver = useReceiver();

let simulator: Simulator;
let context: BrowserContext;
let page: Page;
let complaints: string[];
/** Whether the page may find nobody at the simulator's address. */
let mayBeGone: boolean;

beforeEach(async () => {
	simulator = await startSimulator({ clock: { now: () => NOON } });
	context = await browser().newContext(pageOptions);
	context.setDefaultTimeout(20_000);
	page = await context.newPage();
	[complaints, mayBeGone] = [[], false];
	page.on('pageerror', (error) => complaints.push(error.message));
	page.on('console', (message) => {
		if (message.type() === 'error' && !(mayBeGone && message.text().includes('net::ERR_'))) {
			complaints.push(message.text());
		}
	});
});

afterEach(async () => {
	await context.close();
	await simulator.close();
	expect(complaints).toEqual([]);
});

async function open(): Promise<void> {
	await page.goto(`${simulator.baseHost}/`);
	await page.getByText('Live', { exact: true }).waitFor();
}

/** Somebody who has just been assigned an assessment. */
async function invite(details: NewUser, assessment = 0): Promise<string> {
	const { control } = simulator;
	const { userId } = await control.addUser(details);
	const { assessments } = await control.state();
	await control.assign({ userId, assessmentId: assessments[assessment]?.assessmentId ?? '' });
	return userId;
}

/** What has the focus: its name, role and description, as a screen reader would say them. */
async function focused(): Promise<string> {
	const snapshot = await page.locator(':focus').ariaSnapshot();
	const describedBy = await page.locator(':focus').getAttribute('aria-describedby');
	const description = describedBy === null ? '' : await page.locator(`[id="${describedBy}"]`).innerText();
	return `${snapshot} ${description}`.replace(/\s+/g, ' ');
}

/** Presses Tab until what has the focus matches, then Enter. */
async function tabToAndPress(wanted: RegExp): Promise<void> {
	for (let presses = 0; presses < 60; presses += 1) {
		await page.keyboard.press('Tab');
		if (wanted.test(await focused())) return await page.keyboard.press('Enter');
	}
	throw new Error(`Tab never came to ${String(wanted)}`);
}

const log = (text: string | RegExp) => page.getByRole('log').getByText(text);
const person = (name: string) => page.getByRole('listitem').filter({ hasText: name }).first();

describe('the page of the simulator', () => {
	it('is used with the keyboard alone: start, finish, score, see the answer, deliver again', async () => {
		await simulator.control.registerWebhook({ url: receiver.url });
		await invite({ givenName: 'Nora', surname: 'Nielsen', uniqueIdentifier: 'NN-1' });
		await open();
		await page.getByText(receiver.url).waitFor();
		await tabToAndPress(/searchbox "Find by name/);
		await page.keyboard.type('NN-1');
		await page.getByText('1 of 14').waitFor();
		await tabToAndPress(/button "Start".*English Speaking of Nora Nielsen/);
		await log('English Speaking of Nora Nielsen was started.').waitFor();
		await person('Nora').getByText('In progress').waitFor();
		// The button that was pressed is gone.
		expect(await focused()).toMatch(/button "Finish".*Nora/);
		await page.keyboard.press('Space');
		await person('Nora').getByText('Score pending').waitFor();

		receiver.answers.push((response) => response.writeHead(401).end('Unauthorized'));
		await page.keyboard.press('Tab');
		await page.keyboard.type('7.5');
		await page.keyboard.press('Enter');
		await log(/was scored: 7.5 of 10 · C1\.$/).waitFor();
		await page.getByText('Answered 401', { exact: true }).waitFor();
		await tabToAndPress(/button "Deliver again".*Answered 401 Nora Nielsen · English Speaking · 7.5 of 10 · C1/);
		await page.getByText('Answered 200', { exact: true }).waitFor();
		await tabToAndPress(/What was sent/);
		await page.locator('pre:visible', { hasText: '"event": "user-assessment-scored"' }).waitFor();
		expect(receiver.received.map(({ body }) => String(body))).toEqual(
			Array<unknown>(2).fill(expect.stringMatching(/"uniqueIdentifier":"NN-1".*"score":7.5/)),
		);
	});

	it('begins with somebody who can be scored for the first time, and says what another score means', async () => {
		await open();
		const first = page.locator('#people > ul > li').first();
		expect(await first.getByPlaceholder('random').first().getAttribute('title')).toContain('a random one when empty');
		await first.getByRole('button', { name: 'Score', exact: true }).click();
		await log(/No webhook is registered, so no event was sent\. The Poll Trigger finds scores without one/).waitFor();
		await first.getByRole('button', { name: 'Score again' }).click();
		await log(/was scored again: .* ignores a score that changed, unless Include Changed Scores is on/).waitFor();
		await first.getByRole('button', { name: 'Send to review' }).click();
		await first.getByText('Needs review').waitFor();
	});

	it('switches a fault on and off, and shows requests against the limits', async () => {
		await open();
		await page.getByLabel('Request', { exact: true }).selectOption('/groups');
		await tabToAndPress(/button "Switch on"/);
		await page.getByText('status 503 for /groups').waitFor();
		expect(await simulator.control.faults()).toMatchObject([{ match: { path: '/groups' }, fault: { status: 503 } }]);
		await tabToAndPress(/button "Switch off".*status 503/);
		await log('The fault was switched off.').waitFor();
		expect(await simulator.control.faults()).toEqual([]);
		const headers = { authorization: `Bearer ${simulator.apiKey}` };
		for (let request = 0; request < 6; request += 1) await fetch(`${simulator.baseHost}/2020q3/groups`, { headers });
		await page.getByText('5 of 5').waitFor();
		await page.getByText('5 of 2000').waitFor();
		await page.getByText('429 over the limit', { exact: true }).waitFor();
	});

	it('shows text, whatever somebody is called, and keeps what is typed when others come', async () => {
		const hostile = '<img src="x" onerror="alert(1)"><b>Bold</b>';
		await invite({ givenName: hostile, surname: '', uniqueIdentifier: '</li><script>alert(2)</script>' });
		await simulator.control.registerWebhook({ url: 'http://127.0.0.1:9/<svg onload=alert(4)>' });
		await open();
		await page.getByRole('heading', { name: hostile }).waitFor();
		await person(hostile).getByRole('spinbutton').fill('6.1');
		await invite({ givenName: 'Otto', surname: 'Olsen' });
		await page.getByRole('heading', { name: 'Otto Olsen' }).waitFor();
		expect(await focused()).toContain('6.1');
		await page.keyboard.press('Enter');
		await page.getByText(/No answer: /).waitFor();
		expect(await page.locator('main img, main b, main script, main svg, footer img').count()).toBe(0);
	});

	it('can be read in both themes, fits a phone, and says when the simulator is gone', async () => {
		await simulator.control.inject({ fault: { kind: 'html' } });
		await open();
		expect(await page.evaluate<string[]>(poorlyReadable)).toEqual([]);
		await page.emulateMedia({ colorScheme: 'dark' });
		expect(await page.evaluate<string[]>(poorlyReadable)).toEqual([]);
		await page.setViewportSize({ width: 360, height: 740 });
		await invite({ givenName: 'A'.repeat(120), surname: '', uniqueIdentifier: 'B'.repeat(200) });
		await page.getByText('B'.repeat(200)).waitFor();
		expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
		mayBeGone = true;
		await simulator.close();
		await page.getByText('No connection: does the simulator run?').waitFor();
	});
});
