import type { Locator } from 'playwright-core';

import type { Editor } from './editor.ts';

/** Whether the whole of a part lies inside the pane and the window, so that it is seen without scrolling. */
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

export interface Column {
	readonly name: string;
	/** Whether its name and its value in the first row are seen without scrolling. */
	readonly isOnScreen: boolean;
}

/** The columns of the output as a table. */
export async function outputColumns({ output }: Editor): Promise<Column[]> {
	await output.getByTestId('radio-button-table').click();
	const pane = output.getByTestId('ndv-data-container');
	const firstRow = output.locator('tbody tr').first();
	await firstRow.waitFor();
	const heads = await output.locator('thead th').all();
	const columns = await Promise.all(
		heads.map(async (head, index) => ({
			name: (await head.innerText()).trim(),
			isOnScreen: (await isOnScreen(head, pane)) && (await isOnScreen(firstRow.locator('td').nth(index), pane)),
		})),
	);
	// The last one fills up the width.
	return columns.filter(({ name }) => name !== '');
}
