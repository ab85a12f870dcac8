import { existsSync } from 'node:fs';

import { chromium, selectors } from 'playwright-core';
import type { Browser, BrowserContextOptions } from 'playwright-core';

/** The first one is Chromium without windows, which takes less processor time. */
const systemBrowsers = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

// `page.getByTestId` uses the attribute that n8n's editor has on its elements.
selectors.setTestIdAttribute('data-test-id');

/** A headless browser that doesn't send requests by itself, with an empty profile that is removed at the end. */
export async function openBrowser(): Promise<Browser> {
	const executablePath = process.env.CHROMIUM_PATH ?? systemBrowsers.map((name) => `/usr/bin/${name}`).find(existsSync);
	if (executablePath === undefined)
		throw new Error("No Chromium found. Install Debian's package chromium-headless-shell, or set CHROMIUM_PATH");
	return await chromium.launch({
		executablePath,
		// Without the last one, the headless shell draws small text with uneven gaps.
		args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--font-render-hinting=none'],
	});
}

/** A page that looks the same everywhere: its size, language, time zone and theme don't depend on the machine. */
export const pageOptions: BrowserContextOptions = {
	// The screen size of a laptop.
	viewport: { width: 1440, height: 900 },
	locale: 'en-US',
	timezoneId: 'UTC',
	colorScheme: 'light',
	reducedMotion: 'reduce',
};
