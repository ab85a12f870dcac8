import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { connectNode } from '../../playground/browser/credentialsDialog.ts';
import { openEditor } from '../../playground/browser/editor.ts';
import type { Editor } from '../../playground/browser/editor.ts';
import { useBrowser } from '../../playground/browser/vitest.ts';
import { usePlayground } from '../../playground/vitest.ts';
import { useFailureScreenshot } from './support/failureScreenshot.ts';

// What a builder does wrong, and reads then.
const playground = usePlayground();
const browser = useBrowser();

let editor: Editor;

const node = 'Enterprise Assessment';

beforeAll(async () => {
	const { api, credentialsId, n8n } = playground();
	await api.session.request('DELETE', `/credentials/${credentialsId}`);
	editor = await openEditor(browser(), n8n.url);
});

afterAll(async () => {
	await editor?.close();
});

useFailureScreenshot(() => editor);

const patience = { timeout: 60_000 };

async function expectError(...texts: string[]): Promise<void> {
	await editor.executeStep();
	for (const text of texts) await expect.poll(() => editor.output.innerText(), patience).toContain(text);
}

it('credentials: nothing, a bare host, a mistyped one, another path', async () => {
	const { simulator } = playground();
	await editor.newWorkflow();
	await editor.addNode(node, 'Get score');
	const dialog = await connectNode(editor.page);
	expect(await editor.page.getByTestId('credential-save-button').getByRole('button').isEnabled()).toBe(false);

	await dialog.type('apiKey', simulator.apiKey);
	await dialog.type('baseHost', 'assess.example.com');
	expect(await dialog.save()).toContain("The 'Service Address' of the credentials must start with https://");
	await dialog.type('baseHost', 'https://assess.invalid');
	// The first is n8n's, the second stands below the field.
	const shown = await dialog.save();
	for (const text of ['ENOTFOUND', 'nothing answers there: look for a typing error']) expect(shown).toContain(text);
	await dialog.type('baseHost', `${simulator.baseHost}/wrong`);
	expect(await dialog.save()).toContain("check 'Service Address' and 'API Version'");

	await dialog.type('baseHost', simulator.baseHost);
	expect(await dialog.save()).toBeUndefined();
});

describe('a step', () => {
	it('for a user who is named in another way than chosen', async () => {
		await editor.type('user', 'EMP-001');
		await expect.poll(() => editor.page.getByTestId('node-parameters').innerHTML(), patience).toContain('EMP-001');
		expect(await editor.executeStep()).toContain('Not an email address: choose how the user is named');
	});

	it('with a link to nothing', async () => {
		await editor.newWorkflow();
		await editor.addNode(node, 'Download certificate file');
		await expectError("The parameter 'Link' is empty", "set 'If Link Is Missing' to 'Skip the Download'");
	});

	it('for somebody whose assignment has expired assigns anew', async () => {
		await editor.newWorkflow();
		await editor.addNode(node, 'Create assignment');
		await editor.pick('assessmentId', 'English Speaking', 'speak');
		await editor.type('emailAddress', 'candidate011@example.com');
		await editor.executeStep();
		const { scoreReports } = await playground().simulator.control.user({ emailAddress: 'candidate011@example.com' });
		const open = scoreReports.filter(({ assessmentName }) => assessmentName === 'English Speaking');
		expect(open).toMatchObject([{ status: 'NotStarted' }, { status: 'NotStarted' }]);
	});
});

describe('publishing', () => {
	it('with the example event alone', async () => {
		await editor.newWorkflow();
		await editor.addNode(node, 'On example event for testing only');
		await editor.closeNode();
		expect(await editor.publish()).toContain("Only the example event is chosen in 'Trigger On'");
	});

	it('two triggers in one workflow', async () => {
		await editor.newWorkflow();
		await editor.addNode(node, 'On assessment scored');
		await editor.closeNode();
		await editor.addNode(node, 'On assessment scored');
		expect(await editor.page.getByTestId('node-parameters').innerText()).toContain('Add no second trigger');
		await editor.closeNode();
		expect(await editor.publish()).toContain('Another trigger of this workflow has');
	});
});
