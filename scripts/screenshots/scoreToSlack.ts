import { writeFile } from 'node:fs/promises';

import type { Locator, Page } from 'playwright-core';

import type { Workflow } from '../../playground/api/workflows.ts';
import { packageName } from '../../playground/communityPackage.ts';
import { fillIn, readExample } from '../../playground/workflows/examples.ts';
import { chain } from '../../playground/workflows/build.ts';
import { animatedPng } from './animation.ts';
import type { Frame } from './animation.ts';
import { boxOf, hideCaret } from './clips.ts';
import type { Studio } from './studio.ts';

const TRIGGER = 'New Score';
const MESSAGE = 'Post to Slack';

/** What the README's "Start in ten minutes" builds: the poll trigger, and behind it the Slack step of the first example. */
async function firstWorkflow({ playground: { api, credentials } }: Studio): Promise<Workflow> {
	const slack = {
		name: 'Slack',
		id: await api.credentials.create({ name: 'Slack', type: 'slackApi', data: { accessToken: 'xoxb' } }),
	};
	const { nodes } = fillIn(await readExample('score-to-slack-and-crm'), { credentials: { slackApi: slack } });
	const message = nodes.find(({ name }) => name === MESSAGE);
	if (message === undefined) throw new Error(`The example has no node '${MESSAGE}'`);
	// The words of the README.
	const text = '={{ $json.givenName }} scored {{ $json.score }} in {{ $json.assessmentName }}';
	const trigger = {
		name: TRIGGER,
		type: `${packageName}.enterpriseAssessmentPollTrigger`,
		parameters: {},
		credentials,
	};
	return chain('My first score workflow', [trigger, { ...message, parameters: { ...message.parameters, text } }]);
}

const ARROW =
	'<svg width="26" height="34" viewBox="0 0 13 17"><path d="M1 1v12.5l3.2-3 2 4.9 2.2-.9-2-4.8h4.4z" stroke="#fff"/></svg>';

/** An arrow in the middle of it, as if the mouse were there: a picture doesn't show the mouse. */
async function point(page: Page, locator: Locator): Promise<void> {
	const { x, y, width, height } = await boxOf(locator);
	const place = `position:fixed;z-index:99999;left:${x + width / 2}px;top:${y + height / 2}px`;
	const arrow = `<div id="mouse-arrow" style="${place}">${ARROW}</div>`;
	await page.evaluate(`document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(arrow)})`);
}

/** From the trigger's own samples to a message in Slack, as a moving picture. */
export async function scoreToSlack(studio: Studio): Promise<void> {
	const { editor, playground, folder } = studio;
	const { page } = editor;
	const frames: Frame[] = [];
	const show = async (seconds: number) => {
		await hideCaret(page);
		frames.push({ png: await page.screenshot({ animations: 'disabled' }), seconds });
	};
	const click = async (locator: Locator, act: () => Promise<void>) => {
		await point(page, locator);
		await show(0.9);
		await page.evaluate("document.getElementById('mouse-arrow').remove()");
		await act();
	};
	const node = (name: string) => page.getByTestId('canvas-node').and(page.locator(`[data-node-name="${name}"]`));
	const executeButton = page.getByTestId('node-execute-button');
	/** Executes the step of the open panel, and waits until its output is there. */
	const execute = async () => {
		await editor.executeStep();
		// As a list, where the score is on the screen too; a table begins with names and addresses.
		await editor.output.getByTestId('radio-button-schema').click();
	};

	await page.setViewportSize({ width: 1280, height: 680 });
	const { id } = await playground.api.workflows.create(await firstWorkflow(studio));
	await editor.openWorkflow(id);
	// A hint of n8n's, which comes once and lies over the output.
	await page.addStyleTag({ content: '[role=tooltip], .el-popper { display: none !important; }' });
	await page.getByTestId('zoom-to-fit').click();
	await show(1.2);
	await click(node(TRIGGER), async () => await editor.openNode(TRIGGER));
	await show(1.2);
	await click(executeButton, execute);
	await show(3);
	await editor.closeNode();
	await show(0.8);
	await click(node(MESSAGE), async () => await editor.openNode(MESSAGE));
	await editor.field('text').scrollIntoViewIfNeeded();
	await show(3);
	await click(executeButton, execute);
	await show(2);
	await editor.closeNode();
	await show(2.5);
	await writeFile(`${folder}/score-to-slack.png`, animatedPng(frames));
}
