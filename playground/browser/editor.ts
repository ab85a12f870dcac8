import type { Browser, Locator } from 'playwright-core';

import { playgroundOwner } from '../api/session.ts';
import { pageOptions } from './browser.ts';

/** A person's actions in n8n's editor. Each one waits for the elements that it needs, and throws if they don't appear. */
export type Editor = Awaited<ReturnType<typeof openEditor>>;

const stepTimeoutMs = 60_000;
const listTimeoutMs = 5_000;

/** Logs in to a playground's n8n as its owner, in a separate page. */
export async function openEditor(browser: Browser, n8nUrl: string) {
	const context = await browser.newContext(pageOptions);
	context.setDefaultTimeout(stepTimeoutMs);
	const page = await context.newPage();
	const part = (testId: string) => page.getByTestId(testId);
	/** The button itself, because clicks wait until it's enabled. Some test IDs belong to the element around a button. */
	const button = (testId: string) =>
		page.locator(`button[data-test-id="${testId}"], [data-test-id="${testId}"] button`).first();
	/** A field in the open panel, found by its parameter's name. */
	const field = (parameter: string): Locator => part(`parameter-input-${parameter}`);

	await page.goto(`${n8nUrl}/signin`);
	await page.locator('input[name=emailOrLdapLoginId]').fill(playgroundOwner.email);
	await page.locator('input[name=password]').fill(playgroundOwner.password);
	await part('form-submit-button').click();
	await page.waitForURL(({ pathname }) => !pathname.startsWith('/signin'));

	/** Closes an open panel or dialog first. */
	async function newWorkflow(): Promise<void> {
		await page.keyboard.press('Escape');
		await part('universal-add').click();
		const entry = page.getByRole('menuitem', { name: /workflow$/i });
		await entry.click();
		// n8n asks if it hasn't saved the open workflow yet.
		const leave = page.getByRole('button', { name: 'Leave without saving' });
		const next = part('canvas-plus-button').or(leave).first();
		// Right after the login, n8n can ignore a click.
		await next.waitFor({ timeout: listTimeoutMs }).catch(async () => {
			if (await entry.isVisible()) await entry.click();
		});
		await next.waitFor();
		if (await leave.isVisible()) await leave.click();
		await part('canvas-plus-button').waitFor();
	}

	/** Expands the entry's category if it's collapsed. Initially, only triggers or only actions are shown. */
	async function pickEntry(entry: string): Promise<void> {
		const item = part('node-creator-item-name').getByText(entry, { exact: true });
		const closed = page.locator('[data-category-collapsed=true]').first();
		await item.or(closed).first().waitFor();
		if (!(await item.isVisible())) await closed.click();
		await item.click();
	}

	async function closeToasts(): Promise<void> {
		// Repeats until no toast is left. Toasts also disappear by themselves, and new ones can appear. Error toasts stay.
		await page.waitForFunction(`(() => {
			const shown = [...document.querySelectorAll('.el-notification')].filter((toast) => toast.checkVisibility());
			for (const toast of shown) toast.querySelector('.el-notification__closeBtn')?.click();
			return shown.length === 0;
		})()`);
	}

	/** The text of a toast, read as soon as it appears, because it disappears by itself. */
	async function firstToast(): Promise<string> {
		// n8n shows a toast when a run ends, whether it succeeded or failed. This ignores a toast that appears if n8n takes one of
		// two quick saves for a different user's.
		const text = await page.waitForFunction(`[...document.querySelectorAll('.el-notification')]
			.filter((toast) => toast.checkVisibility())
			.map((toast) => toast.innerText)
			.find((text) => text !== '' && !text.includes('Workflow updated elsewhere'))`);
		return String(await text.jsonValue());
	}

	return {
		page,
		field,
		/** The output pane of the open panel. n8n can fill it after it has reported that the step has run. */
		output: part('output-panel'),
		newWorkflow,
		async openWorkflow(id: string): Promise<void> {
			// On an empty canvas, the nodes that appear are this workflow's. Loading the page again would take ten times as long.
			await newWorkflow();
			await page.evaluate(
				`history.pushState(null, '', '/workflow/${id}'); dispatchEvent(new PopStateEvent('popstate'))`,
			);
			await part('canvas-node').first().waitFor();
		},
		/**
		 * Adds a node of a community package by its name in the node panel, after searching for the name or another text. If the
		 * node has a list of triggers and actions, an entry selects one, e.g. `addNode('Enterprise Assessment', 'Get score')`.
		 * Leaves the node's panel open.
		 */
		async addNode(name: string, entry?: string, search = name): Promise<void> {
			await part('node-creator-plus-button').or(part('canvas-plus-button')).first().click();
			await part('node-creator-search-bar').fill(search);
			await part('node-creator-item-name').getByText(name, { exact: true }).click();
			if (entry === undefined) await page.getByRole('button', { name: 'Add to workflow' }).click();
			else await pickEntry(entry);
			await part('ndv').waitFor();
		},
		/** Opens the panel of a node on the canvas. */
		async openNode(name: string): Promise<void> {
			await part('canvas-node')
				.and(page.locator(`[data-node-name="${name}"]`))
				.dblclick();
			await part('ndv').waitFor();
		},
		async closeNode(): Promise<void> {
			await part('ndv-close-button').click();
			await part('ndv').waitFor({ state: 'hidden' });
		},
		/** Types into a text field of the open panel. */
		async type(parameter: string, text: string): Promise<void> {
			// A resource locator's list of modes comes before its text field.
			await field(parameter).locator('input, textarea').last().fill(text);
			// n8n applies the text after a 100 ms timer. A longer timer in the same page ends after it on any machine.
			await page.evaluate('new Promise((resolve) => setTimeout(resolve, 300))');
		},
		/** Selects an entry in a list of options in the open panel. */
		async choose(parameter: string, entry: string): Promise<void> {
			const item = page.getByRole('option').filter({ visible: true }).getByText(entry, { exact: true });
			// n8n closes a list that was opened while its entries were loading, so more than one click can be necessary.
			for (let left = stepTimeoutMs / listTimeoutMs; left > 0; left--) {
				await field(parameter).click();
				const isChosen = await item.click({ timeout: listTimeoutMs }).then(
					() => true,
					() => false,
				);
				if (isChosen) return;
			}
			throw new Error(`The list of '${parameter}' doesn't have '${entry}'`);
		},
		/** Adds a field of a collection to the open panel, e.g. `addField('Add filter', 'Statuses')`. */
		async addField(button: string, label: string): Promise<void> {
			await part('node-parameters').getByPlaceholder(button, { exact: true }).click();
			await part('collection-parameter-option').filter({ visible: true }).getByText(label, { exact: true }).click();
		},
		/** Selects an entry in a resource locator's list after searching for it. */
		async pick(parameter: string, entry: string, search = ''): Promise<void> {
			await part(`resource-locator-${parameter}`).getByTestId('rlc-input').click();
			await part('rlc-search').fill(search);
			await part('rlc-item').getByText(entry, { exact: true }).click();
		},
		/** Clicks "Execute step" in the open panel, waits until the step has run or failed, and returns n8n's message. */
		async executeStep(): Promise<string> {
			await closeToasts();
			await button('node-execute-button').click();
			const text = await firstToast();
			await closeToasts();
			return text;
		},
		/** Publishes the open workflow, and waits until n8n confirms it. */
		async publish(said: string): Promise<void> {
			await button('workflow-open-publish-modal-button').click();
			await button('workflow-publish-button').click();
			const answer = page.locator('[role=dialog], .el-notification').filter({ hasText: said }).first();
			await answer.waitFor();
			// Only the dialog for the first published workflow has this button. That dialog covers the page.
			const understood = answer.getByRole('button', { name: 'Got it' });
			if (await understood.isVisible()) await understood.click();
		},
		/** The list of executions of the open workflow. */
		async openExecutions(): Promise<Locator> {
			await part('radio-button-executions').click();
			return part('current-executions-list');
		},
		close: () => context.close(),
	};
}
