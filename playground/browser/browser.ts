import { existsSync } from 'node:fs';

import { chromium, selectors } from 'playwright-core';
import type { Browser, BrowserContextOptions } from 'playwright-core';

const systemBrowsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Path of the browser: `CHROMIUM_PATH`, else the system's. Throws with the way out when there is none. */
function installedBrowser(): string {
	const path = process.env.CHROMIUM_PATH ?? systemBrowsers.find((candidate) => existsSync(candidate));
	if (path === undefined) {
		throw new Error("No Chromium found. Install it (Debian: 'apt-get install chromium') or set CHROMIUM_PATH");
	}
	return path;
}

// The attribute by which n8n's editor names its parts: `page.getByTestId`.
selectors.setTestIdAttribute('data-test-id');

/** A browser without a window, with an empty profile that is gone at the end, and that calls nothing by itself. */
export async function openBrowser(): Promise<Browser> {
	return await chromium.launch({
		executablePath: installedBrowser(),
		args: [
			'--no-sandbox',
			'--disable-gpu',
			'--disable-quic',
			'--no-first-run',
			'--disable-background-networking',
			'--disable-component-update',
			'--disable-sync',
		],
	});
}

/** A page that looks alike everywhere: size, language, time zone and theme don't depend on the machine. */
export const pageOptions: BrowserContextOptions = {
	// A laptop's screen.
	viewport: { width: 1440, height: 900 },
	locale: 'en-US',
	timezoneId: 'UTC',
	colorScheme: 'light',
	reducedMotion: 'reduce',
};
