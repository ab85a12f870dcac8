import type { Page } from 'playwright-core';

import { connectNode } from '../../playground/browser/credentialsDialog.ts';
import { pageOptions } from '../../playground/browser/browser.ts';
import { boxOf, hideCaret, saveClip, saveOf } from './clips.ts';
import { examples } from './examples.ts';
import { scoreToSlack } from './scoreToSlack.ts';
import type { Studio } from './studio.ts';

const node = 'Enterprise Assessment';
const onScored = 'On assessment scored, by webhook (one workflow per account)';

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
	await editor.addNode(node, 'Invite person to assessment (create assignment)');
	const dialog = await connectNode(editor.page);
	await dialog.type('apiKey', playground.simulator.apiKey);
	await dialog.type('baseHost', 'https://assess.example.com');
	await hideCaret(editor.page);
	await saveOf(editor.page.getByTestId('editCredential-modal'), `${folder}/credentials.png`);
	await dialog.type('baseHost', playground.simulator.baseHost);
	await dialog.save();
}

async function getManyScores(studio: Studio): Promise<void> {
	const { editor } = studio;
	await size(editor.page, 760, 1800);
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
	scoreToSlack,
	examples,
	credentials,
	getManyScores,
	noSuchUser,
	webhookTrigger,
	webhookTaken,
	pollTrigger,
	simulatorPage,
];
