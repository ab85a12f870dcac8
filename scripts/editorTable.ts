// Prints what a builder sees of each operation in a real editor, before anything is scrolled: `npm run editorTable`, or of
// some: `npm run editorTable -- 'Score: Get' Trigger`.
import { openBrowser } from '../playground/browser/browser.ts';
import { openEditor } from '../playground/browser/editor.ts';
import { startPlayground } from '../playground/playground.ts';
import { markdownHead, markdownRow } from './editorTable/markdown.ts';
import { operationTries } from './editorTable/operations.ts';
import { operationRow, pollTriggerRow, webhookTriggerRow, wrongCredentials } from './editorTable/rows.ts';

const chosen = process.argv.slice(2);
const playground = await startPlayground();
const browser = await openBrowser();
try {
	const editor = await openEditor(browser, playground.n8n.url);
	const wrong = await wrongCredentials(playground);
	const readers = [
		...(await operationTries(playground)).map((tried) => ({
			name: tried.name,
			read: async () => await operationRow(editor, playground, wrong, tried),
		})),
		{ name: 'Poll Trigger', read: async () => await pollTriggerRow(editor, playground) },
		{ name: 'Trigger', read: async () => await webhookTriggerRow(editor, playground) },
	];
	console.log(markdownHead);
	for (const { name, read } of readers) {
		if (chosen.length === 0 || chosen.includes(name)) console.log(markdownRow(await read()));
	}
} finally {
	await browser.close();
	await playground.stop();
}
