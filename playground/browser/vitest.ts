import type { Browser } from 'playwright-core';

import { useStarted } from '../vitest.ts';
import { openBrowser } from './browser.ts';

/** One browser for the tests of a file. Only call the returned function inside tests and hooks. */
export function useBrowser(): () => Browser {
	const started = useStarted(async () => {
		const browser = await openBrowser();
		return { browser, stop: () => browser.close() };
	});
	return () => started().browser;
}
