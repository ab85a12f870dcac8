import type { Locator } from 'playwright-core';

/** Whether an element is entirely inside the pane and the window, and so visible without scrolling. */
export async function isOnScreen(part: Locator, pane: Locator): Promise<boolean> {
	const [box, around] = await Promise.all([part.boundingBox(), pane.boundingBox()]);
	const size = part.page().viewportSize();
	if (box === null || around === null || size === null || box.width === 0) return false;
	return (
		box.x >= Math.max(0, around.x) &&
		box.y >= Math.max(0, around.y) &&
		box.x + box.width <= Math.min(size.width, around.x + around.width) &&
		box.y + box.height <= Math.min(size.height, around.y + around.height)
	);
}
