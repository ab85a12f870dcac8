import type { Editor } from '../../playground/browser/editor.ts';
import { isOnScreen } from '../../playground/browser/onScreen.ts';

/** The labels of the open panel's fields, in its order: those that are whole on the screen, and those below. */
export async function fieldsOf({ page }: Editor): Promise<{ onScreen: string[]; below: string[] }> {
	const pane = page.getByTestId('node-parameters');
	const onScreen: string[] = [];
	const below: string[] = [];
	for (const field of await pane.getByTestId('input-label').filter({ visible: true }).all()) {
		// Behind the label are n8n's switches between fixed value and expression.
		const [label = ''] = (await field.locator('label').first().innerText()).split('\n');
		// The label of a collection is one thing, its button another.
		const item = field.locator('xpath=ancestor::*[@data-test-id="parameter-item"][1]');
		const isAlone = (await item.getByTestId('input-label').count()) === 1;
		((await isOnScreen(isAlone ? item : field, pane)) ? onScreen : below).push(label);
	}
	return { onScreen, below };
}

/** What the output pane says beside the items. n8n fills it in a moment after the run. */
export async function hintsOf({ output }: Editor): Promise<string[]> {
	const hints = await output.getByTestId('node-hint').allInnerTexts();
	return hints.map((hint) => hint.trim());
}

/** The error in the output pane, message and advice, or undefined when n8n refused to run the step. */
export async function errorOf({ output }: Editor): Promise<string | undefined> {
	const message = output.getByTestId('node-error-message');
	if (!(await message.isVisible())) return undefined;
	const advice = output.getByTestId('node-error-description');
	return [await message.innerText(), ...((await advice.isVisible()) ? [await advice.innerText()] : [])].join(' ▸ ');
}
