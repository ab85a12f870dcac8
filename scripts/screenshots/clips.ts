import type { Locator, Page } from 'playwright-core';

import type { Editor } from '../../playground/browser/editor.ts';
import type { Playground } from '../../playground/playground.ts';

/** What every image needs. */
export interface Studio {
	readonly editor: Editor;
	readonly playground: Playground;
	readonly folder: string;
}

export async function boxOf(locator: Locator) {
	const box = await locator.boundingBox();
	if (box === null) throw new Error(`Nothing visible to capture: ${String(locator)}`);
	return box;
}

/** Removes the blinking caret and any hover effect, because they would make images differ. */
export async function hideCaret(page: Page): Promise<void> {
	await page.mouse.move(0, 0);
	await page.evaluate('document.activeElement?.blur()');
}
