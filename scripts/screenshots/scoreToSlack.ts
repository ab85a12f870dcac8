import { execFileSync } from 'node:child_process';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { chain } from '../../playground/workflows/build.ts';
import { fillIn, readExample } from '../../playground/workflows/examples.ts';
import { hideCaret } from './clips.ts';
import type { Studio } from './clips.ts';

/** The quick start's message, which is shorter than the example's. */
const TEXT = '={{ $json.givenName }} {{ $json.surname }} scored {{ $json.score }} in {{ $json.assessmentName }}';

/** An animation of the README's first quick start: the latest scores as messages in Slack, then the same scores in n8n. */
export async function scoreToSlack({ editor, playground: { api, credentials }, folder }: Studio): Promise<void> {
	const { page } = editor;
	const data = { accessToken: 'xoxb' };
	const slack = { name: 'Slack', id: await api.credentials.create({ name: 'Slack', type: 'slackApi', data }) };
	const example = await readExample('score-to-slack-and-crm');
	const workflow = fillIn(example, { ...credentials, slackApi: slack });
	const kept = ['New scores', 'Post to Slack'];
	const nodes = workflow.nodes
		.filter(({ name }) => kept.includes(name))
		.map((node) => ({
			...node,
			...{ retryOnFail: false, onError: 'stopWorkflow' as const },
			parameters: node.name === 'Post to Slack' ? { ...node.parameters, text: TEXT } : node.parameters,
		}));
	const { id } = await api.workflows.create({ ...workflow, ...chain('Scores into Slack', nodes) });

	await using frames = await mkdtempDisposable(join(tmpdir(), 'frames-'));
	const frame = async (name: string) => {
		await hideCaret(page);
		await page.screenshot({ path: join(frames.path, name), animations: 'disabled' });
	};
	const execute = async (name: string) => {
		await editor.openNode(name);
		await editor.executeStep();
		await editor.output.getByTestId('radio-button-table').click();
	};
	await page.setViewportSize({ width: 1440, height: 900 });
	await editor.openWorkflow(id);
	// Hides a hint that n8n shows once and that covers the output.
	await page.addStyleTag({ content: '[role=tooltip], .el-popper { display: none !important; }' });
	await page.getByTestId('zoom-to-fit').click();
	await execute('New scores');
	await frame('scores.png');
	await editor.closeNode();
	await execute('Post to Slack');
	await editor.field('text').scrollIntoViewIfNeeded();
	await frame('messages.png');
	await editor.closeNode();
	// Shows what was hidden.
	await page.reload();
	const listFile = join(frames.path, 'frames.txt');
	// Readers without animations see only the first frame.
	await writeFile(listFile, ['messages.png', 'scores.png'].map((name) => `file '${name}'\nduration 4\n`).join(''));
	const concat = ['-f', 'concat', '-safe', '0', '-i', listFile, '-fps_mode', 'vfr'];
	const output = ['-plays', '0', '-f', 'apng', `${folder}/score-to-slack.png`];
	execFileSync('ffmpeg', ['-loglevel', 'error', '-y', ...concat, ...output]);
}
