import { join } from 'node:path';

import { beforeEach } from 'vitest';

import { openEditor } from '../../../playground/browser/editor.ts';
import { useBrowser } from '../../../playground/browser/vitest.ts';
import { repositoryRoot } from '../../../playground/paths.ts';
import { usePlayground, useStarted } from '../../../playground/vitest.ts';

/** A real n8n and its editor for a file's tests. If a test fails, `.cache/browser` keeps what the editor showed. */
export function useEditor() {
	const playground = usePlayground();
	const browser = useBrowser();
	const started = useStarted(async () => {
		const editor = await openEditor(browser(), playground().n8n.url);

		/** On the simulator's page, makes a person finish their open assessment, and scores it. */
		async function finishAndScore(person: string, points: string): Promise<void> {
			const service = await browser().newPage();
			service.setDefaultTimeout(60_000);
			await service.goto(playground().simulator.baseHost);
			await service.getByLabel('Find by name').fill(person);
			const rows = service.getByRole('listitem').filter({ hasText: person });
			const finish = rows.getByRole('button', { name: /^Finish/ });
			await finish.first().click();
			// The last match is the assessment's own row, which is inside the person's row.
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
