import type { Browser, Page } from 'playwright-core';

import { connectNode } from '../../playground/browser/credentialsDialog.ts';
import type { Editor } from '../../playground/browser/editor.ts';
import { pageOptions } from '../../playground/browser/browser.ts';
import { credentialsType } from '../../playground/playground.ts';
import type { Playground } from '../../playground/playground.ts';
import { boxOf, hideCaret, saveClip, saveOf } from './clips.ts';
import { scoreToTeam } from './workflow.ts';

export interface Studio {
	readonly editor: Editor;
	readonly browser: Browser;
	readonly playground: Playground;
	/** The folder for the pictures. */
	readonly folder: string;
}

const node = 'Enterprise Assessment';
const onScored = 'On assessment scored';

async function size(page: Page, height: number, width = 1280): Promise<void> {
	await page.setViewportSize({ width, height });
}

/** The open panel from its parameters to its right edge, or the parameters alone. */
async function savePanel({ editor: { page }, folder }: Studio, name: string, withOutput: boolean): Promise<void> {
	await hideCaret(page);
	const [panel, parameters] = await Promise.all([
		boxOf(page.getByTestId('ndv')),
		boxOf(page.getByTestId('node-parameters')),
	]);
	const left = parameters.x;
	const right = withOutput ? panel.x + panel.width : parameters.x + parameters.width;
	// Above the tabs is a bar with nothing in it.
	const top = panel.y + 42;
	const height = panel.y + panel.height - top;
	await saveClip(page, `${folder}/${name}.png`, { x: left, y: top, width: right - left, height });
}

async function credentials(studio: Studio): Promise<void> {
	const { editor, playground, folder } = studio;
	await playground.api.session.request('DELETE', `/credentials/${playground.credentialsId}`);
	await size(editor.page, 760);
	await editor.newWorkflow();
	await editor.addNode(node, 'Create assignment');
	const dialog = await connectNode(editor.page);
	await dialog.type('apiKey', playground.simulator.apiKey);
	await dialog.type('baseHost', 'https://assess.example.com');
	await hideCaret(editor.page);
	await saveOf(editor.page.getByTestId('editCredential-modal'), `${folder}/credentials.png`);
	await dialog.type('baseHost', playground.simulator.baseHost);
	await dialog.save();
}

async function createAssignment(studio: Studio): Promise<void> {
	const { editor } = studio;
	await size(editor.page, 1160);
	await editor.pick('assessmentId', 'English Speaking');
	await editor.type('emailAddress', 'ada@example.com');
	await editor.type('givenName', 'Ada');
	await editor.type('surName', 'Lovelace');
	await editor.closeNode();
	await editor.openNode('Create assignment');
	await editor.field('assignedGroups').locator('.is-disabled').first().waitFor({ state: 'detached' });
	await savePanel(studio, 'create-assignment', false);
	await editor.closeNode();
}

async function getManyScores(studio: Studio): Promise<void> {
	const { editor } = studio;
	await size(editor.page, 850, 1800);
	await editor.newWorkflow();
	await editor.addNode(node, 'Get many scores');
	await editor.executeStep();
	await editor.page.getByTestId('output-panel').getByTestId('radio-button-table').click();
	await editor.page.getByTestId('output-panel').locator('table').first().waitFor();
	await savePanel(studio, 'scores', true);
}

async function noSuchUser(studio: Studio): Promise<void> {
	const { editor } = studio;
	await size(editor.page, 600);
	await editor.newWorkflow();
	await editor.addNode(node, 'Get score');
	await editor.type('user', 'nobody@example.com');
	await editor.executeStep();
	await savePanel(studio, 'error', true);
	await editor.closeNode();
}

async function webhookTrigger(studio: Studio): Promise<void> {
	const { editor } = studio;
	await size(editor.page, 680);
	await editor.newWorkflow();
	await editor.addNode(node, onScored);
	await savePanel(studio, 'webhook-trigger', false);
	await editor.closeNode();
}

/** The workflow of the picture before wants the webhook that something else has. */
async function webhookTaken({ editor, playground, folder }: Studio): Promise<void> {
	await playground.simulator.control.registerWebhook({ url: 'https://crm.example.com/score-events' });
	await editor.publish();
	await hideCaret(editor.page);
	await saveOf(editor.page.locator('.el-notification').first(), `${folder}/webhook-taken.png`);
	await playground.simulator.control.deleteWebhook();
}

async function pollTrigger(studio: Studio): Promise<void> {
	const { editor } = studio;
	await size(editor.page, 720);
	await editor.newWorkflow();
	await editor.addNode('Enterprise Assessment Poll Trigger');
	await savePanel(studio, 'poll-trigger', false);
	await editor.closeNode();
}

async function workflow({ editor, playground, folder }: Studio): Promise<void> {
	const { id } = await playground.api.workflows.create(scoreToTeam(await credentialsOf(playground)));
	await size(editor.page, 700, 1180);
	await editor.openWorkflow(id);
	await editor.page.getByTestId('zoom-to-fit').click();
	await hideCaret(editor.page);
	const canvas = await boxOf(editor.page.getByTestId('canvas'));
	const nodes = await Promise.all((await editor.page.getByTestId('canvas-node').all()).map(boxOf));
	const left = Math.min(...nodes.map(({ x }) => x)) - 60;
	const right = Math.max(...nodes.map(({ x, width }) => x + width)) + 60;
	const top = Math.max(canvas.y, Math.min(...nodes.map(({ y }) => y)) - 40);
	const bottom = Math.max(...nodes.map(({ y, height }) => y + height)) + 55;
	await saveClip(editor.page, `${folder}/workflow.png`, { x: left, y: top, width: right - left, height: bottom - top });
}

/** Those that the first picture left: n8n gave them their name. */
async function credentialsOf({ api }: Playground): Promise<Playground['credentials']> {
	const name = 'Enterprise Assessment account';
	const id = await api.credentials.find(name);
	if (id === undefined) throw new Error(`No credentials '${name}'`);
	return { [credentialsType]: { id, name } };
}

async function simulatorPage({ browser, playground, folder }: Studio): Promise<void> {
	const page = await browser.newPage({ ...pageOptions, viewport: { width: 1280, height: 900 } });
	await page.goto(playground.simulator.baseHost);
	await page.getByRole('button', { name: 'Score' }).first().waitFor();
	// Not the card with the API key above.
	const { y } = await boxOf(page.locator('#users'));
	await saveClip(page, `${folder}/simulator.png`, { x: 20, y: y - 10, width: 1240, height: 440 });
	await page.close();
}

/** In this order: each leaves what the next one needs. */
export const pictures = [
	credentials,
	createAssignment,
	getManyScores,
	noSuchUser,
	webhookTrigger,
	webhookTaken,
	pollTrigger,
	workflow,
	simulatorPage,
];
