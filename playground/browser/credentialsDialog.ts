import type { Page } from 'playwright-core';

/** n8n's dialog for credentials. */
export interface CredentialsDialog {
	readonly type: (field: string, text: string) => Promise<void>;
	/** Saves, which also tests them. Gives all that the dialog shows then, or undefined when it closed: they are good. */
	readonly save: () => Promise<string | undefined>;
}

/** Opens the dialog from a node's panel that has no credentials yet. */
export async function connectNode(page: Page): Promise<CredentialsDialog> {
	const dialog = page.getByTestId('editCredential-modal');
	await page.getByTestId('node-credentials-empty-state').getByRole('button').click();
	await dialog.waitFor();
	return {
		async type(field, text) {
			await dialog.getByTestId(`parameter-input-${field}`).locator('input').fill(text);
		},
		async save() {
			const tested = page.waitForResponse((response) => response.url().endsWith('/rest/credentials/test'));
			// The button itself: a click on what stands around it does nothing while it is disabled.
			await dialog.getByTestId('credential-save-button').getByRole('button').click();
			const answer: unknown = await (await tested).json();
			if (JSON.stringify(answer).includes('"status":"OK"')) {
				await dialog.waitFor({ state: 'hidden' });
				return undefined;
			}
			const details = dialog.getByText('More details');
			if (await details.isVisible()) await details.click();
			return await dialog.innerText();
		},
	};
}
