// Creates the images in docs/images with a real n8n and a real browser. Usage: npm run screenshots
import { join } from 'node:path';

import { openBrowser } from '../playground/browser/browser.ts';
import { openEditor } from '../playground/browser/editor.ts';
import { repositoryRoot } from '../playground/paths.ts';
import { startOtherApps } from '../playground/otherApps.ts';
import { startPlayground } from '../playground/playground.ts';
import { castPeople, pictures } from './screenshots/pictures.ts';

const folder = join(repositoryRoot, 'docs/images');

const apps = await startOtherApps({ 'slack.com': () => ({ ok: true, ts: '1', channel: 'C0123456789' }) });
const playground = await startPlayground({ env: apps.env });
await castPeople(playground.simulator);
const browser = await openBrowser();
const editor = await openEditor(browser, playground.n8n.url);
try {
	for (const picture of pictures) {
		console.log(picture.name);
		await picture({ editor, playground, folder });
	}
} catch (error) {
	await editor.page.screenshot({ path: join(repositoryRoot, '.cache/screenshots.png') });
	throw error;
} finally {
	await browser.close();
	await playground.stop();
	await apps.close();
}
