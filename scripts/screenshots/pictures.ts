import type { Locator } from 'playwright-core';

import { connectNode } from '../../playground/browser/credentialsDialog.ts';
import type { Editor } from '../../playground/browser/editor.ts';
import type { Simulator } from '../../simulator/index.ts';
import { boxOf, hideCaret } from './clips.ts';
import { examples } from './examples.ts';
import { scoreToSlack } from './scoreToSlack.ts';
import type { Studio } from './clips.ts';

/** The people in the images, the newest last. A person without a score hasn't started. */
const PEOPLE: ReadonlyArray<readonly [givenName: string, surname: string, kind: string, score?: number]> = [
	['Katherine', 'Johnson', 'writing', 7.9],
	['Alan', 'Turing', 'placement', 812],
	['Grace', 'Hopper', 'writing', 9.1],
	['Mary', 'Jackson', 'placement', 640],
	['Ada', 'Lovelace', 'speaking', 8.6],
	['Linus', 'Pauling', 'speaking'],
];

const HOUR_MS = 3_600_000;

/** Replaces the people in the simulator's account, whose names are meant for tests. */
export async function castPeople({ control }: Simulator): Promise<void> {
	await control.reset({ empty: true });
	const { assessments, now } = await control.state();
	for (const [index, [givenName, surname, kind, score]] of PEOPLE.entries()) {
		const assessment = assessments.find((candidate) => candidate.kind === kind);
		if (assessment === undefined) throw new Error(`The simulator has no assessment of the kind ${kind}`);
		const email = `${givenName.toLowerCase()}@example.com`;
		const { userId } = await control.addUser({ givenName, surname, email });
		const completed = now - (PEOPLE.length - index) * HOUR_MS;
		const assignedAt = completed - HOUR_MS;
		const { userAssessmentId } = await control.assign({ userId, assessmentId: assessment.assessmentId, assignedAt });
		if (score !== undefined) await control.score({ userAssessmentId, score, completed, sendEvent: false });
	}
}

const node = 'Enterprise Assessment';
const onScored = 'On assessment scored, by webhook (one workflow per account)';

/** Creates a workflow in a window of this height, adds a node and opens its panel. */
async function open(editor: Editor, height: number, name: string, entry?: string): Promise<void> {
	await editor.page.setViewportSize({ width: 1280, height });
	await editor.newWorkflow();
	await editor.addNode(name, entry);
}

/** Saves an image of the open panel's parameters, and of the output beside them if there is one, and closes the panel. */
async function savePanel({ editor, folder }: Studio, name: string, hasOutput = false): Promise<void> {
	const { page } = editor;
	await hideCaret(page);
	const panel = await boxOf(page.getByTestId('ndv'));
	const parameters = await boxOf(page.getByTestId('node-parameters'));
	const { x } = parameters;
	const width = hasOutput ? panel.x + panel.width - x : parameters.width;
	// The first 42 pixels are an empty bar above the tabs.
	const [y, height] = [panel.y + 42, panel.height - 42];
	await page.screenshot({ path: `${folder}/${name}.png`, clip: { x, y, width, height }, animations: 'disabled' });
	await editor.closeNode();
}

async function save({ editor: { page }, folder }: Studio, part: Locator, name: string): Promise<void> {
	await hideCaret(page);
	await part.screenshot({ path: `${folder}/${name}.png`, animations: 'disabled' });
}

async function credentials(studio: Studio): Promise<void> {
	const { editor, playground } = studio;
	await playground.api.session.request('DELETE', `/credentials/${playground.credentialsId}`);
	await open(editor, 1000, node, 'Invite a person to an assessment');
	const dialog = await connectNode(editor.page);
	await dialog.type('apiKey', playground.simulator.apiKey);
	await dialog.type('baseHost', 'https://assess.example.com');
	await save(studio, editor.page.getByTestId('editCredential-modal'), 'credentials');
	await dialog.type('baseHost', playground.simulator.baseHost);
	await dialog.save();
}

async function webhookTrigger(studio: Studio): Promise<void> {
	await open(studio.editor, 680, node, onScored);
	await savePanel(studio, 'webhook-trigger');
}

/** Publishing the previous image's workflow fails, because another system has the webhook. */
async function webhookTaken(studio: Studio): Promise<void> {
	const { editor, playground } = studio;
	await playground.simulator.control.registerWebhook({ url: 'https://crm.example.com/score-events' });
	await editor.publish('webhook');
	await save(studio, editor.page.locator('.el-notification').first(), 'webhook-taken');
	await playground.simulator.control.deleteWebhook();
}

async function pollTrigger(studio: Studio): Promise<void> {
	const { editor } = studio;
	await open(editor, 720, 'Enterprise Assessment Poll Trigger');
	await editor.executeStep();
	await editor.output.getByTestId('radio-button-table').click();
	await savePanel(studio, 'poll-trigger', true);
}

/** The order matters, because each image leaves what the next one needs. */
export const pictures = [scoreToSlack, examples, credentials, webhookTrigger, webhookTaken, pollTrigger];
