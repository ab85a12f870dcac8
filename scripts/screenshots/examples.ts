import { mkdir } from 'node:fs/promises';

import { isObject } from '../../playground/api/json.ts';
import { exampleNames, fillIn, readExample } from '../../playground/workflows/examples.ts';
import { boxOf, hideCaret } from './clips.ts';
import type { Studio } from './clips.ts';

/** Placeholder credentials, because a node without credentials is marked red. */
const SOMEBODYS = { id: '1', name: 'Mine' };
const credentials = Object.fromEntries(
	`smtp hubspotAppToken slackApi n8nApi httpBasicAuth httpHeaderAuth httpBearerAuth gmailOAuth2 googleSheetsOAuth2Api
	googleDriveOAuth2Api`
		.split(/\s+/)
		.map((type) => [type, SOMEBODYS]),
);

/** The value with an option selected in each list where a user has to select one. */
function chosen(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(chosen);
	if (!isObject(value)) return value;
	if (value.__rl === true && value.value === '') return { ...value, value: 'chosen', cachedResultName: 'Chosen' };
	return Object.fromEntries(Object.entries(value).map(([key, inside]) => [key, chosen(inside)]));
}

async function savePicture({ editor, playground, folder }: Studio, name: string): Promise<void> {
	const { page } = editor;
	const example = await readExample(name);
	const workflow = fillIn(example, { ...credentials, ...playground.credentials });
	const nodes = workflow.nodes.map((node) => ({
		...node,
		parameters: Object.fromEntries(Object.entries(node.parameters).map(([key, value]) => [key, chosen(value)])),
	}));
	const { id } = await playground.api.workflows.create({ ...workflow, nodes });
	await editor.openWorkflow(id);
	await page.getByTestId('zoom-to-fit').click();
	await hideCaret(page);
	// Hides n8n's buttons over the canvas, because they aren't part of the example.
	const buttons = '.vue-flow__panel, [class*="_executionButtons_"], [class*="_nodeButtonsWrapper_"]';
	await page.addStyleTag({ content: `${buttons} { display: none !important; }` });
	const canvas = await boxOf(page.locator('.vue-flow').first());
	const boxes = await Promise.all((await page.locator('.vue-flow__node').all()).map(boxOf));
	const left = Math.min(...boxes.map(({ x }) => x)) - 50;
	const top = Math.min(...boxes.map(({ y }) => y)) - 20;
	const right = Math.max(...boxes.map((box) => box.x + box.width)) + 70;
	const bottom = Math.min(Math.max(...boxes.map((box) => box.y + box.height)) + 90, canvas.y + canvas.height);
	const clip = { x: left, y: top, width: right - left, height: bottom - top };
	await page.screenshot({ path: `${folder}/examples/${name}.png`, clip, animations: 'disabled' });
	// Shows the buttons again.
	await page.reload();
}

/** Saves an image of each example, as it looks once a user has followed its note. */
export async function examples(studio: Studio): Promise<void> {
	await mkdir(`${studio.folder}/examples`, { recursive: true });
	await studio.editor.page.setViewportSize({ width: 1440, height: 900 });
	for (const name of await exampleNames()) await savePicture(studio, name);
}
