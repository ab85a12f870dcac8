import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import getPort, { portNumbers } from 'get-port';

import type { WebhookState } from '../../simulator/index.ts';
import { playgroundOwner } from '../api/session.ts';
import { startChild } from '../childProcess.ts';
import type { Child } from '../childProcess.ts';
import { packageFolder } from '../communityPackage.ts';
import { chosenGeneration } from '../generation.ts';
import { repositoryRoot } from '../paths.ts';
import { startPlayground } from '../playground.ts';
import type { Playground } from '../playground.ts';
import { exampleNames, fillIn, readWorkflow } from '../workflows/examples.ts';

/** Each n8n generation has its own folder, because one can't read the other's data. */
const usualFolder = { v1: '.cache/playground-v1', v2: '.cache/playground' } as const;

const firstWorkflows = ['1-scores-as-they-arrive', '2-invite-a-candidate', '3-download-the-results'];

/** The port that users know, or one of the next ones if it's in use. */
async function choosePort(what: string, usual: number): Promise<number> {
	const port = await getPort({ host: '127.0.0.1', port: portNumbers(usual, usual + 99) });
	if (port !== usual) console.log(`Port ${usual} is in use, so ${what} uses port ${port}.`);
	return port;
}

/** The text of a file, if the file exists. */
const textIn = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);

/** A lock that ends with this process, however it ends. Two n8n instances on one database would damage it. */
function lock(folder: string, guideFile: string): DatabaseSync {
	const database = new DatabaseSync(join(folder, 'open.lock'));
	try {
		database.exec('BEGIN EXCLUSIVE');
	} catch (error) {
		throw new Error(`The playground in this folder is already open.\n${textIn(guideFile) ?? ''}`, { cause: error });
	}
	return database;
}

/** The message once the playground is open. `urls` lead to the first workflows in n8n's editor. */
function guide(n8nUrl: string, simulatorUrl: string, urls: readonly string[]): string {
	return `
The playground is open (process ${process.pid}). Press Ctrl-C to stop it.

  n8n        ${n8nUrl}
             email ${playgroundOwner.email}, password ${playgroundOwner.password}
  Simulator  ${simulatorUrl}
             people, scores, the webhook, and requests as they arrive

  1. Open "1 · Scores as they arrive". On the simulator's page, click "Score" next to an assessment marked ScorePending, then execute the workflow.
     ${urls[0]}
  2. Execute "2 · Invite a candidate". It assigns two assessments and creates sign-in links. Each works once and expires after 5 minutes.
     ${urls[1]}
  3. On the simulator's page, click "Score" next to both of the candidate's assessments. Then execute "3 · Download the results".
     ${urls[2]}

  In your own workflow, use the credentials "Simulator", or create credentials of the type "Enterprise Assessment API" with
  the Service Address and the API Key from the simulator's page. Start with the "Enterprise Assessment Poll Trigger" (checks
  regularly, needs no public URL) or the "Enterprise Assessment Trigger" (by webhook, in one workflow per account).

  n8n also has the workflows in examples/. The yellow note in each says what to set up before you publish it.
`;
}

/**
 * Imports the examples, and selects the simulator's credentials in them. Then adds the first workflows, because n8n lists the
 * newest ones first. Keeps workflows that n8n already has under these names. Returns the message to print.
 */
async function putWorkflows({ api, credentials, n8n, simulator }: Playground): Promise<string> {
	const put = async (file: string) => {
		const workflow = fillIn(await readWorkflow(file), credentials);
		const id = (await api.workflows.find(workflow.name)) ?? (await api.workflows.create(workflow)).id;
		return `${n8n.url}/workflow/${id}`;
	};
	for (const name of await exampleNames()) await put(`examples/${name}.json`);
	const urls: string[] = [];
	for (const name of firstWorkflows.toReversed()) urls.unshift(await put(`playground/workflows/${name}.json`));
	return guide(n8n.url, simulator.baseHost, urls);
}

/** Compiles the sources into the installed package on each change. With N8N_DEV_RELOAD, n8n reloads the nodes. */
async function watchSources(userFolder: string): Promise<Child> {
	const { PATH = '', HOME = '' } = process.env;
	const tsc = join(repositoryRoot, 'node_modules/typescript/bin/tsc');
	return await startChild({
		command: process.execPath,
		args: [tsc, '--watch', '--preserveWatchOutput', '--outDir', join(packageFolder(userFolder), 'dist')],
		env: { PATH, HOME },
		cwd: repositoryRoot,
		onOutput: (text) => void process.stdout.write(text),
	});
}

/** Starts everything, prints the URLs, and stops everything on the signal. Returns the process's exit code. */
export async function openPlayground(signal: AbortSignal, watching: boolean): Promise<number> {
	const folder = process.env.PLAYGROUND_FOLDER ?? join(repositoryRoot, usualFolder[chosenGeneration(process.env)]);
	const [guideFile, webhookFile] = [join(folder, 'guide.txt'), join(folder, 'webhook.json')];
	const userFolder = join(folder, 'n8n');
	mkdirSync(folder, { recursive: true });
	await using stack = new AsyncDisposableStack();
	stack.use(lock(folder, guideFile));
	rmSync(guideFile, { force: true });
	console.log('Starting n8n and the simulator …');
	const playground = await startPlayground({
		signal,
		userFolder,
		n8nPort: await choosePort('n8n', 5678),
		simulatorPort: await choosePort('the simulator', 4010),
		// A published workflow depends on the registration that the last run left.
		webhook: (JSON.parse(textIn(webhookFile) ?? 'null') as WebhookState | null) ?? undefined,
		env: watching ? { N8N_DEV_RELOAD: 'true' } : {},
	});
	stack.defer(playground.stop);
	stack.defer(async () => writeFileSync(webhookFile, JSON.stringify(await playground.simulator.control.webhook())));
	const text = await putWorkflows(playground);
	writeFileSync(guideFile, text);
	console.log(text);
	if (watching) stack.adopt(await watchSources(userFolder), ({ kill9 }) => kill9());

	const stopped = signal.aborted ? Promise.resolve() : once(signal, 'abort').then(() => undefined);
	const failure = await Promise.race([stopped, playground.n8n.exited()]);
	if (failure === undefined) console.log('Stopping …');
	else console.error(`n8n stopped unexpectedly: ${failure}. Its output is in ${userFolder}/n8n-output.log`);
	return failure === undefined ? 0 : 1;
}
