import { expect, it } from 'vitest';

import { isOnScreen } from '../../playground/browser/onScreen.ts';
import { useBrowser } from '../../playground/browser/vitest.ts';
import { usePlayground } from '../../playground/vitest.ts';
import { useEditor } from './support/editor.ts';
import { finishAndScore } from './support/servicePage.ts';

// Somebody in HR who knows n8n, and of this package only what the editor shows: nothing scrolled, no pane resized.
const playground = usePlayground();
const browser = useBrowser();
const editor = useEditor(browser, playground);

async function add(node: string, entry?: string): Promise<void> {
	await editor().newWorkflow();
	await editor().addNode(node, entry, 'candidate');
}

async function chooseAssessment(name: string): Promise<void> {
	await editor().addField('Add filter', 'Assessment Names or IDs');
	await editor().choose('assessmentNames', name);
}

/** All of these are values of the first item, and the eye meets them in the output without scrolling. */
async function expectOnScreen(view: 'table' | 'schema', ...values: string[]): Promise<void> {
	await editor().output.getByTestId(`radio-button-${view}`).click();
	const pane = editor().output.getByTestId('ndv-data-container');
	const items = view === 'table' ? pane.locator('tbody tr').first() : pane;
	for (const value of values) {
		const shown = items.getByText(value, { exact: true }).first();
		await shown.waitFor();
		await expect.poll(() => isOnScreen(shown, pane), { message: `${value} in ${view}` }).toBe(true);
	}
}

async function expectScoreOnScreen(...values: string[]): Promise<void> {
	for (const view of ['table', 'schema'] as const) await expectOnScreen(view, ...values);
}

it('reads the scores of an assessment', async () => {
	await add('Enterprise Assessment', 'Get many scores');
	await chooseAssessment('English Speaking');
	await editor().executeStep();
	// The newest one comes first.
	await expectScoreOnScreen('Søren', 'Kjærgård', 'English Speaking', '3.1');
});

it('sees recent scores in the poll trigger', async () => {
	await add('Enterprise Assessment Poll Trigger');
	await chooseAssessment('English Writing');
	await editor().executeStep();
	await expectScoreOnScreen('Nguyễn Thị', 'Ánh', 'English Writing', '10');
});

it('sees a score arrive at the webhook trigger', async () => {
	await add('Enterprise Assessment', 'On assessment scored, by webhook (or use the Poll Trigger)');
	await chooseAssessment('Spanish Speaking');
	const executed = editor().executeStep();
	await editor().page.getByText('Listening for test event').waitFor();
	await finishAndScore(browser(), playground(), 'Ωmega', '6.4');
	await executed;
	await expectScoreOnScreen('Ωmega', 'Παπαδόπουλος', 'Spanish Speaking', '6.4');
});
