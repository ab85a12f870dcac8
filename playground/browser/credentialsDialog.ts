import type { Page } from 'playwright-core';

/** How long one read of the dialog can take. */
const glanceMs = 2_000;

/** Opens n8n's credentials dialog from the panel of a node that doesn't have credentials yet. */
export async function connectNode(page: Page) {
	const dialog = page.getByTestId('editCredential-modal');
	await page.getByTestId('node-credentials-empty-state').getByRole('button').click();
	// n8n can't save the credentials before it has named them.
	await dialog.getByText('Enterprise Assessment account').first().waitFor({ state: 'attached' });
	return {
		async type(field: string, text: string): Promise<void> {
			await dialog.getByTestId(`parameter-input-${field}`).locator('input').fill(text);
		},
		/** Saves and tests the credentials. Resolves once n8n has the result. */
		async save(): Promise<void> {
			const tested = page.waitForResponse((response) => response.url().endsWith('/rest/credentials/test'));
			// The button itself, because clicking its wrapper does nothing while it's disabled.
			await dialog.getByTestId('credential-save-button').getByRole('button').click();
			await tested;
		},
		/** All text that the dialog shows now, including details; undefined once it has closed. */
		async shown(): Promise<string | undefined> {
			if (await dialog.isHidden()) return undefined;
			// n8n can close the dialog or replace its content at any time. If it does, the next read shows the change.
			const details = dialog.getByText('More details');
			if (await details.isVisible()) await details.click({ timeout: glanceMs }).catch(() => undefined);
			return await dialog.innerText({ timeout: glanceMs }).catch(() => '');
		},
	};
}
