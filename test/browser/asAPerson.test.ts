import { beforeAll, describe, expect, it } from 'vitest';

import { connectNode } from '../../playground/browser/credentialsDialog.ts';
import { useBrowser } from '../../playground/browser/vitest.ts';
import { usePlayground } from '../../playground/vitest.ts';
import { useEditor } from './support/editor.ts';
import { finishAndScore } from './support/servicePage.ts';

const playground = usePlayground();
const browser = useBrowser();

// What a first-time user finds: the package, and nothing else.
beforeAll(async () => {
	const { api, credentialsId } = playground();
	await api.session.request('DELETE', `/credentials/${credentialsId}`);
});

const editor = useEditor(browser, playground);

/** Executes the step of the open panel; all of this is to appear in its output pane. */
async function expectOutput(...texts: string[]): Promise<void> {
	await editor().executeStep();
	for (const text of texts) await expect.poll(() => editor().output.innerText()).toContain(text);
}

describe('a first-time user', () => {
	const email = 'ada@example.com';

	it('is told what is wrong with the credentials until they are right', async () => {
		const { simulator } = playground();
		await editor().newWorkflow();
		await editor().addNode('Enterprise Assessment', 'Invite a person to an assessment');
		const dialog = await connectNode(editor().page);

		const save = editor().page.getByTestId('credential-save-button').getByRole('button');
		await expect.poll(() => save.isEnabled()).toBe(false);

		await dialog.type('apiKey', 'wrong');
		for (const [address, ...said] of [
			['assess.example.com', "'Service Address' in the credentials must start with https://"],
			['http://assess.example.com', "'Service Address' in the credentials must start with https://"],
			// The first is n8n's, the second stands below the field.
			['https://assess.invalid', 'ENOTFOUND', 'If saving shows ENOTFOUND'],
			[`${simulator.baseHost}/wrong`, "check 'Service Address' and 'API Version'"],
			[simulator.baseHost, "The service didn't accept the API key"],
		] as const) {
			await dialog.type('baseHost', address);
			await dialog.save();
			for (const text of said) await expect.poll(dialog.shown, { message: address }).toContain(text);
		}

		await dialog.type('apiKey', simulator.apiKey);
		await dialog.save();
		await expect.poll(dialog.shown).toBeUndefined();
		const chosen = editor().page.getByTestId('node-credentials-select').locator('input');
		await expect.poll(() => chosen.inputValue()).toBe('Enterprise Assessment account');
	});

	it('assigns an assessment that was picked from the list', async () => {
		const { simulator } = playground();
		await editor().pick('assessmentId', 'English Speaking', 'speak');
		await editor().type('emailAddress', email);
		await expectOutput('singleAssessmentSignInUrl');
		const { scoreReports } = await simulator.control.user({ emailAddress: email });
		expect(scoreReports).toMatchObject([{ assessmentName: 'English Speaking', status: 'NotStarted' }]);
	});

	it('reads what one user and what nobody has', async () => {
		await editor().closeNode();
		await editor().addNode('Enterprise Assessment', 'Get many scores for user');
		await editor().type('user', email);
		await expectOutput('English Speaking', 'NotStarted');

		await editor().type('user', 'nobody@example.com');
		await expectOutput('Your account has no such user (email address nobody@example.com)');
	});

	it('starts a workflow by scoring an assessment', async () => {
		await editor().newWorkflow();
		await editor().addNode('Enterprise Assessment', 'On assessment scored, by webhook (or use the Poll Trigger)');
		await editor().closeNode();
		await editor().publish("This workflow now receives your account's events");
		const executions = await editor().openExecutions();
		await executions.getByText('No executions found').waitFor();

		await finishAndScore(browser(), playground(), email, '7.5');

		await executions.getByText('Succeeded').waitFor();
		expect(await executions.getByText('Succeeded').count()).toBe(1);
	});
});
