// Prints what a builder sees of each operation in a real editor, before anything is scrolled: `npm run editorTable`.
import { openBrowser } from '../playground/browser/browser.ts';
import { openEditor } from '../playground/browser/editor.ts';
import { startPlayground } from '../playground/playground.ts';
import { markdownTable } from './editorTable/markdown.ts';
import { operationTries } from './editorTable/operations.ts';
import { operationRow, pollTriggerRow, webhookTriggerRow, wrongCredentials } from './editorTable/rows.ts';
import type { Row } from './editorTable/rows.ts';

const playground = await startPlayground();
const browser = await openBrowser();
try {
	const editor = await openEditor(browser, playground.n8n.url);
	const wrong = await wrongCredentials(playground);
	const rows: Row[] = [];
	for (const tried of await operationTries(playground)) {
		console.error(tried.name);
		rows.push(await operationRow(editor, playground, wrong, tried));
	}
	rows.push(await pollTriggerRow(editor, playground), await webhookTriggerRow(editor, playground));
	console.log(markdownTable(rows));
} finally {
	await browser.close();
	await playground.stop();
}
