import { join } from 'node:path';
import { beforeEach } from 'vitest';

import type { Editor } from '../../../playground/browser/editor.ts';
import { repositoryRoot } from '../../../playground/paths.ts';

/** Keeps what the editor showed when a test of the file failed, in `.cache/browser`. */
export function useFailureScreenshot(editor: () => Editor): void {
	beforeEach(({ task, onTestFailed }) => {
		onTestFailed(async () => {
			await editor().page.screenshot({ path: join(repositoryRoot, '.cache/browser', `${task.id}.png`) });
		});
	});
}
