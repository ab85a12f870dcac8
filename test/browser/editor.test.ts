import { join } from 'node:path';

import { beforeEach, describe, expect, it } from 'vitest';

import { connectNode } from '../../playground/browser/credentialsDialog.ts';
import { openEditor } from '../../playground/browser/editor.ts';
import { isOnScreen } from '../../playground/browser/onScreen.ts';
import { useBrowser } from '../../playground/browser/vitest.ts';
import { noTaskRunner } from '../../playground/n8nEnvironment.ts';
import { repositoryRoot } from '../../playground/paths.ts';
import { credentialsName } from '../../playground/playground.ts';
import { usePlayground, useStarted } from '../../playground/vitest.ts';
import { chain, type NodeSketch, startNode } from '../../playground/workflows/build.ts';
import { actionNode, fieldsNode, splitNode } from '../../playground/workflows/nodes.ts';

// The package in n8n's editor, as people see it. Each test leaves the account's webhook unregistered for the next one.
const playground = usePlayground({ env: noTaskRunner });
const browser = useBrowser();
const started = useStarted(async () => {
	const editor = await openEditor(browser(), playground().n8n.url);
	return { ...playground(), editor, page: editor.page, stop: editor.close };
});

beforeEach(({ task, onTestFailed }) => {
	onTestFailed(async () => {
		await started().page.screenshot({ path: join(repositoryRoot, '.cache/browser', `${task.id}.png`) });
	});
});

const node = 'Enterprise Assessment';
const pollTrigger = 'Enterprise Assessment Poll Trigger';
const onScored = 'On assessment scored, by webhook (one workflow per account)';

async function addNode(name: string, entry?: string, search?: string): Promise<void> {
	await started().editor.newWorkflow();
	await started().editor.addNode(name, entry, search);
}

/** Opens a new workflow with these nodes in sequence, and the panel of one of them. */
async function openNode(name: string, ...nodes: readonly NodeSketch[]): Promise<void> {
	const { api, editor } = started();
	await editor.openWorkflow((await api.workflows.create(chain('Built', [startNode, ...nodes]))).id);
	await editor.openNode(name);
}

/** Expects that n8n has chosen credentials in the open panel, which it does shortly after it opens the panel. */
async function expectCredentials(name: string): Promise<void> {
	const chosen = started().page.getByTestId('node-credentials-select').locator('input');
	await expect.poll(() => chosen.inputValue()).toBe(name);
}

/** Scores a person's open assessment, which sends an event. */
async function score(person: string, points: number): Promise<void> {
	const { control } = started().simulator;
	const user = (await control.users()).find(({ givenName, email }) => [givenName, email].includes(person));
	const open = user?.scoreReports.find(({ status }) => status !== 'Completed');
	await control.score({ userAssessmentId: open?.userAssessmentId ?? '', score: points });
}

describe('a newcomer who searches for "candidate" sees without scrolling', () => {
	it.each([
		['the newest score first', node, 'Get many scores', ['Søren', 'Kjærgård', 'English Speaking', '3.1']],
		['recent scores in the poll trigger', pollTrigger, undefined, ['Nguyễn Thị', 'Ánh', 'English Writing', '10']],
		['a score that arrives at the webhook', node, onScored, ['Ωmega', 'Παπαδόπουλος', 'Spanish Speaking', '6.4']],
	] as const)('%s', async (_what, name, entry, shown) => {
		const { editor, page } = started();
		const [person, , assessment, points] = shown;
		await addNode(name, entry, 'candidate');
		await editor.addField('Add filter', 'Assessment Names or IDs');
		await editor.choose('assessmentNames', assessment);
		const executed = editor.executeStep();
		if (entry === onScored) {
			await page.getByText('Listening for test event').waitFor();
			await score(person, Number(points));
		}
		await executed;
		const pane = editor.output.getByTestId('ndv-data-container');
		for (const view of ['table', 'schema']) {
			await editor.output.getByTestId(`radio-button-${view}`).click();
			const item = view === 'table' ? pane.locator('tbody tr').first() : pane;
			for (const value of shown) {
				const cell = item.getByText(value, { exact: true }).first();
				await cell.waitFor();
				await expect.poll(() => isOnScreen(cell, pane), { message: `${value} in ${view}` }).toBe(true);
			}
		}
	});
});

describe('a builder', () => {
	const mapped = (mode: string, value: string) => ({ __rl: true, mode, value });
	const user = mapped('userId', '={{ $json.userId }}');
	const userAssessmentId = mapped('id', '={{ $json.userAssessmentId }}');

	// When an expression first has a value, n8n empties the fields that depend on it.
	it.each([
		{ resource: 'file', operation: 'downloadAll', user, userAssessmentId },
		{ resource: 'signInLink', operation: 'create', user, additionalFields: { userAssessmentId } },
	])('keeps expressions in $resource: $operation that were entered before there was data', async (parameters) => {
		const { credentials, editor, page } = started();
		const scores = actionNode('Scores', { resource: 'score', operation: 'getAll', limit: 2 }, credentials);
		await openNode('Mapped', scores, actionNode('Mapped', parameters, credentials));
		const mappedTo = page.getByTestId('resource-locator-userAssessmentId').getByText('$json.userAssessmentId');
		await mappedTo.waitFor();
		for (const time of ['first', 'second']) {
			expect(await editor.executeStep(), time).toContain('executed successfully');
			await mappedTo.waitFor();
		}
	});

	it("sees a list's column titles as text in an error and in a hint, with what is invisible written out", async () => {
		const { credentials, editor, page } = started();
		const asked: string[] = [];
		page.on('request', (request) => asked.push(request.url()));
		const title = '<a href="https://evil.example/login">Sign in again</a><img src="https://evil.example/b.png">';
		const rows = [1, 2].map((number) => ({ [title]: number, '\uFEFFEmail': `title-${number}@example.com` }));
		const list = [fieldsNode('List', { rows }), splitNode('Rows', 'rows')];
		const invite = { resource: 'assignment', operation: 'create', assessmentId: mapped('name', 'English Speaking') };
		const right = '={{ $json["\uFEFFEmail"] }}';
		for (const [parameters, ...texts] of [
			[{ emailAddress: '={{ $json.Email }}' }, 'found nothing in any of the 2 rows', '[U+FEFF] is a byte order mark'],
			[{ emailAddress: right, uniqueIdentifier: '={{ $json.id }}' }, 'found nothing in any of the 2 rows'],
		] as const) {
			await openNode('Invite', ...list, actionNode('Invite', { ...invite, ...parameters }, credentials));
			await editor.executeStep();
			for (const text of [...texts, '‹a href="https://evil.example/login"›Sign in again‹/a›'])
				await expect.poll(() => editor.output.innerText()).toContain(text);
			expect(await page.locator('a[href*="evil.example"], img[src*="evil.example"]').count()).toBe(0);
		}
		expect(asked.filter((url) => url.includes('evil.example'))).toEqual([]);
	});

	it("is told in the trigger's panel and on publishing that only one trigger can use the webhook", async () => {
		const { editor, page, simulator } = started();
		await addNode(node, onScored);
		await expectCredentials(credentialsName);
		await editor.closeNode();
		await editor.addNode(node, onScored);
		await expectCredentials(credentialsName);
		await page.getByTestId('node-parameters').getByText("Make it this workflow's only trigger").waitFor();
		await editor.closeNode();
		await editor.publish("uses your account's only webhook");
		// n8n has published the first of the two workflows.
		await simulator.control.deleteWebhook();
	});
});

describe('a first-time user', () => {
	const email = 'ada@example.com';
	/** The name that n8n suggests for new credentials. */
	const created = 'Enterprise Assessment account';

	/** Executes the step of the open panel, and expects these texts in its output pane. */
	async function expectOutput(...texts: string[]): Promise<void> {
		const { editor } = started();
		await editor.executeStep();
		for (const text of texts) await expect.poll(() => editor.output.innerText()).toContain(text);
	}

	it('is told what to fix in the credentials until they work', async () => {
		const { api, credentialsId, page, simulator } = started();
		await api.session.request('DELETE', `/credentials/${credentialsId}`);
		await addNode(node, 'Invite a person to an assessment');
		const dialog = await connectNode(page);
		const save = page.getByTestId('credential-save-button').getByRole('button');
		await expect.poll(() => save.isEnabled()).toBe(false);

		await dialog.type('apiKey', 'wrong');
		for (const [address, said] of [
			['assess.example.com', "'Service Address' in the credentials must start with https://"],
			['http://assess.example.com', "'Service Address' in the credentials must start with https://"],
			// This code comes from n8n. The field's description explains it.
			['https://assess.invalid', 'ENOTFOUND'],
			[`${simulator.baseHost}/wrong`, "Check 'Service Address' and 'API Version'"],
			[simulator.baseHost, "The service didn't accept the API key"],
		] as const) {
			await dialog.type('baseHost', address);
			await dialog.save();
			await expect.poll(() => dialog.shown(), { message: address }).toContain(said);
		}

		await dialog.type('apiKey', simulator.apiKey);
		await dialog.save();
		await expect.poll(() => dialog.shown()).toBeUndefined();
		await expectCredentials(created);
	});

	it("assigns an assessment from the list, sees the user's scores, and is told what's wrong with other users", async () => {
		const { editor, simulator } = started();
		await editor.pick('assessmentId', 'English Speaking', 'speak');
		await editor.type('emailAddress', email);
		await expectOutput('singleAssessmentSignInUrl');
		const { scoreReports } = await simulator.control.user({ emailAddress: email });
		expect(scoreReports).toMatchObject([{ assessmentName: 'English Speaking', status: 'NotStarted' }]);

		await editor.closeNode();
		await editor.addNode(node, 'Get many scores for user');
		await editor.type('user', email);
		await expectOutput('English Speaking', 'NotStarted');
		await editor.type('user', 'nobody@example.com');
		await expectOutput('Your account has no user with the email address nobody@example.com');
		await editor.type('user', 'EMP-001');
		expect(await editor.executeStep()).toContain('Enter a valid email address, or switch to');
	});

	it('publishes a workflow, and a score starts it once', async () => {
		const { editor } = started();
		await addNode(node, onScored);
		await expectCredentials(created);
		await editor.closeNode();
		await editor.publish("This workflow now receives your account's events");
		const executions = await editor.openExecutions();
		await executions.getByText('No executions found').waitFor();
		await score(email, 7.5);
		await executions.getByText('Succeeded').waitFor();
		expect(await executions.getByText('Succeeded').count()).toBe(1);
	});
});
