import { join } from 'node:path';

import { beforeEach } from 'vitest';

import { openEditor } from '../../../playground/browser/editor.ts';
import { useBrowser } from '../../../playground/browser/vitest.ts';
import { repositoryRoot } from '../../../playground/paths.ts';
import { usePlayground, useStarted } from '../../../playground/vitest.ts';

/** A real n8n and its editor for the tests of a file. What the editor showed when a test failed is kept in `.cache/browser`. */
export function useEditor() {
	const playground = usePlayground();
	const browser = useBrowser();
	const started = useStarted(async () => {
		const editor = await openEditor(browser(), playground().n8n.url);

		/** On the simulator's page, lets a person finish the assessment that waits for them, and scores it. */
		async function finishAndScore(person: string, points: string): Promise<void> {
			const service = await browser().newPage();
			service.setDefaultTimeout(60_000);
			await service.goto(playground().simulator.baseHost);
			await service.getByLabel('Find by name').fill(person);
			const rows = service.getByRole('listitem').filter({ hasText: person });
			const finish = rows.getByRole('button', { name: /^Finish/ });
			await finish.first().click();
			// The last is the assessment's own row, within the person's.
			const finished = rows.filter({ hasText: 'ScorePending' }).last();
			await finished.getByLabel(/^Score of/).fill(points);
			await finished.getByRole('button', { name: /^Score/ }).click();
			await service.getByRole('log').getByText(`The score is ${points}.`).waitFor();
			await service.close();
		}

		return { ...playground(), editor, page: editor.page, finishAndScore, stop: editor.close };
	});
	beforeEach(({ task, onTestFailed }) => {
		onTestFailed(async () => {
			await started().page.screenshot({ path: join(repositoryRoot, '.cache/browser', `${task.id}.png`) });
		});
	});
	return started;
}
