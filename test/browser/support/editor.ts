import { join } from 'node:path';

import type { Browser } from 'playwright-core';
import { beforeEach } from 'vitest';

import { openEditor } from '../../../playground/browser/editor.ts';
import type { Editor } from '../../../playground/browser/editor.ts';
import { repositoryRoot } from '../../../playground/paths.ts';
import type { Playground } from '../../../playground/playground.ts';
import { useStarted } from '../../../playground/vitest.ts';

/** One editor for the tests of a file. What it showed when one of them failed is kept in `.cache/browser`. */
export function useEditor(browser: () => Browser, playground: () => Playground): () => Editor {
	const started = useStarted(async () => {
		const editor = await openEditor(browser(), playground().n8n.url);
		return { editor, stop: editor.close };
	});
	beforeEach(({ task, onTestFailed }) => {
		onTestFailed(async () => {
			await started().editor.page.screenshot({ path: join(repositoryRoot, '.cache/browser', `${task.id}.png`) });
		});
	});
	return () => started().editor;
}
