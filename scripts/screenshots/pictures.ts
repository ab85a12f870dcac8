import type { Page } from 'playwright-core';

import { connectNode } from '../../playground/browser/credentialsDialog.ts';
import { boxOf, hideCaret, saveClip, saveOf } from './clips.ts';
import { examples } from './examples.ts';
import { scoreToSlack } from './scoreToSlack.ts';
import type { Studio } from './clips.ts';

const node = 'Enterprise Assessment';
const onScored = 'On assessment scored, by webhook (one workflow per account)';

async function size(page: Page, height: number, width = 1280): Promise<void> {
	await page.setViewportSize({ width, height });
}

/** The parameters of the open panel. */
async function savePanel({ editor: { page }, folder }: Studio, name: string): Promise<void> {
	await hideCaret(page);
	const [panel, parameters] = await Promise.all([
		boxOf(page.getByTestId('ndv')),
		boxOf(page.getByTestId('node-parameters')),
	]);
	// Above the tabs is a bar with nothing in it.
	const top = panel.y + 42;
	const height = panel.y + panel.height - top;
	await saveClip(page, `${folder}/${name}.png`, { x: parameters.x, y: top, width: parameters.width, height });
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

async function webhookTrigger(studio: Studio): Promise<void> {
	const { editor } = studio;
	await size(editor.page, 680);
	await editor.newWorkflow();
	await editor.addNode(node, onScored);
	await savePanel(studio, 'webhook-trigger');
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
	await savePanel(studio, 'poll-trigger');
	await editor.closeNode();
}

/** In this order: each leaves what the next one needs. */
export const pictures = [scoreToSlack, examples, credentials, webhookTrigger, webhookTaken, pollTrigger];
