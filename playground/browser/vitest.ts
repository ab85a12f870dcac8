import { afterAll, beforeAll } from 'vitest';
import type { Browser } from 'playwright-core';

import { openBrowser } from './browser.ts';

/** One browser for the tests of a file. Call the function it gives inside tests and hooks. */
export function useBrowser(): () => Browser {
	let browser: Browser | undefined;
	beforeAll(async () => {
		browser = await openBrowser();
	});
	afterAll(async () => {
		await browser?.close();
	});
	return () => {
		if (browser === undefined) throw new Error('The browser has not started: call this inside a test or a hook');
		return browser;
	};
}
