import type { Locator, Page } from 'playwright-core';

import type { Editor } from '../../playground/browser/editor.ts';
import type { Playground } from '../../playground/playground.ts';

/** What every picture is made with. */
export interface Studio {
	readonly editor: Editor;
	readonly playground: Playground;
	/** The folder for the pictures. */
	readonly folder: string;
}

export async function boxOf(locator: Locator) {
	const box = await locator.boundingBox();
	if (box === null) throw new Error(`Nothing to take a picture of: ${String(locator)}`);
	return box;
}

/** Leaves no field with a blinking caret, and nothing hovered over: neither looks the same twice. */
export async function hideCaret(page: Page): Promise<void> {
	await page.mouse.move(0, 0);
	await page.evaluate('document.activeElement?.blur()');
}
