import { mkdir } from 'node:fs/promises';

import { isObject } from '../../playground/api/json.ts';
import type { Workflow } from '../../playground/api/workflows.ts';
import { exampleNames, fillIn, readExample } from '../../playground/workflows/examples.ts';
import { boxOf, hideCaret, saveClip } from './clips.ts';
import type { Studio } from './studio.ts';

/** The widest picture, and what the editor takes beside its canvas. */
const WIDEST = 1500;
const SURROUNDINGS = { width: 420, height: 510 };
/** What a node with its name takes; a note says it itself. */
const NODE = { width: 96, height: 144 };

/** Any credentials: a node without them is marked red. */
const SOMEBODYS = { id: '1', name: 'Mine' };
const credentials = Object.fromEntries(
	['smtp', 'hubspotAppToken', 'slackApi', 'n8nApi', 'httpBasicAuth', 'gmailOAuth2', 'googleSheetsOAuth2Api'].map(
		(type) => [type, SOMEBODYS],
	),
);

/** The value with something chosen in each list where the builder has yet to choose. */
function chosen(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(chosen);
	if (!isObject(value)) return value;
	if (value.__rl === true && value.value === '') return { ...value, value: 'chosen', cachedResultName: 'Chosen' };
	return Object.fromEntries(Object.entries(value).map(([key, inside]) => [key, chosen(inside)]));
}

function sizeOf({ nodes }: Workflow): { width: number; height: number } {
	const boxes = nodes.map(({ type, position: [left, top], parameters }) => {
		const isNote = type === 'n8n-nodes-base.stickyNote';
		const width = isNote ? Number(parameters.width) : NODE.width;
		const height = isNote ? Number(parameters.height) : NODE.height;
		return { left, top, right: left + width, bottom: top + height };
	});
	return {
		width: Math.max(...boxes.map(({ right }) => right)) - Math.min(...boxes.map(({ left }) => left)),
		height: Math.max(...boxes.map(({ bottom }) => bottom)) - Math.min(...boxes.map(({ top }) => top)),
	};
}

async function savePicture({ editor, playground, folder }: Studio, name: string): Promise<void> {
	const { page } = editor;
	const example = await readExample(name);
	const workflow = fillIn(example, { credentials: { ...credentials, ...playground.credentials } });
	const nodes = workflow.nodes.map((node) => ({
		...node,
		parameters: Object.fromEntries(Object.entries(node.parameters).map(([key, value]) => [key, chosen(value)])),
	}));
	const { id } = await playground.api.workflows.create({ ...workflow, nodes });
	const { width, height } = sizeOf(workflow);
	const scale = Math.min(1, WIDEST / width);
	await page.setViewportSize({
		width: Math.ceil(width * scale) + SURROUNDINGS.width,
		height: Math.ceil(height * scale) + SURROUNDINGS.height,
	});
	await editor.openWorkflow(id);
	await page.getByTestId('zoom-to-fit').click();
	await hideCaret(page);
	// What n8n lays over the canvas is not the example's.
	const button = '[data-test-id="execute-workflow-button"]';
	await page.addStyleTag({ content: `.vue-flow__panel, ${button}, ${button} ~ * { display: none; }` });
	const boxes = await Promise.all((await page.locator('.vue-flow__node').all()).map(boxOf));
	const left = Math.min(...boxes.map(({ x }) => x)) - 50;
	const top = Math.min(...boxes.map(({ y }) => y)) - 20;
	const right = Math.max(...boxes.map((box) => box.x + box.width)) + 70;
	const bottom = Math.max(...boxes.map((box) => box.y + box.height)) + 90;
	await saveClip(page, `${folder}/examples/${name}.png`, {
		x: left,
		y: top,
		width: right - left,
		height: bottom - top,
	});
}

/** Every shipped example, as it looks once the builder has set what its note lists. */
export async function examples(studio: Studio): Promise<void> {
	await mkdir(`${studio.folder}/examples`, { recursive: true });
	for (const name of await exampleNames()) await savePicture(studio, name);
}
