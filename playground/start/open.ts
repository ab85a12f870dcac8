import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Workflow } from '../api/workflows.ts';
import { chosenGeneration } from '../generation.ts';
import { repositoryRoot } from '../paths.ts';
import { startPlayground } from '../playground.ts';
import type { Playground, PlaygroundOptions } from '../playground.ts';
import { exampleNames, fillIn, readExample } from '../workflows/examples.ts';
import { choosePort } from './choosePort.ts';
import { firstWorkflows } from './firstWorkflows.ts';
import { guide } from './guide.ts';
import { keepWebhook, keptWebhook } from './keptWebhook.ts';
import { onlyOnce } from './onlyOnce.ts';
import { watchSources } from './watchSources.ts';

const usualN8nPort = 5678;
const usualSimulatorPort = 4010;
/** One n8n can't read the data of the other. */
const usualFolder = { v1: '.cache/playground-v1', v2: '.cache/playground' } as const;

/** Leaves alone what the user has made of a workflow of that name. Gives its address in the editor. */
async function putWorkflow({ api, n8n }: Playground, workflow: Workflow): Promise<string> {
	const id = (await api.workflows.find(workflow.name)) ?? (await api.workflows.create(workflow)).id;
	return `${n8n.url}/workflow/${id}`;
}

/**
 * The examples as a builder has them after the import, with the simulator's credentials chosen, and above them, because n8n
 * lists what is newest first, the workflows to begin with. Gives what to print.
 */
async function putWorkflows(playground: Playground): Promise<string> {
	const { credentials, n8n, simulator } = playground;
	for (const name of await exampleNames())
		await putWorkflow(playground, fillIn(await readExample(name), { credentials }));
	const first = firstWorkflows(playground);
	const download = await putWorkflow(playground, first.download);
	const invite = await putWorkflow(playground, first.invite);
	const scores = await putWorkflow(playground, first.scores);
	return guide(n8n.url, simulator.baseHost, { scores, invite, download });
}

/** What differs from a playground of the tests. */
async function options(folder: string, signal: AbortSignal, watching: boolean): Promise<PlaygroundOptions> {
	const webhook = keptWebhook(join(folder, 'webhook.json'));
	return {
		signal,
		userFolder: join(folder, 'n8n'),
		n8nPort: await choosePort('n8n', usualN8nPort),
		simulatorPort: await choosePort('the simulator', usualSimulatorPort),
		...(webhook === undefined ? {} : { webhook }),
		...(watching ? { env: { N8N_DEV_RELOAD: 'true' } } : {}),
	};
}

/**
 * Starts everything, tells where it is, and stops it on the signal. Gives the process's exit code.
 *
 * @param watching n8n loads the nodes anew whenever their sources change
 */
export async function openPlayground(signal: AbortSignal, watching: boolean): Promise<number> {
	const folder = process.env.PLAYGROUND_FOLDER ?? join(repositoryRoot, usualFolder[chosenGeneration(process.env)]);
	const guideFile = join(folder, 'guide.txt');
	mkdirSync(folder, { recursive: true });
	await using stack = new AsyncDisposableStack();
	const tellKnown = () => {
		const known = existsSync(guideFile) ? readFileSync(guideFile, 'utf8') : '';
		return `The playground of this folder is already open.\n${known}`;
	};
	stack.use(onlyOnce(join(folder, 'open.lock'), tellKnown));
	rmSync(guideFile, { force: true });
	console.log('Starting n8n and the simulator …');
	const playground = stack.adopt(await startPlayground(await options(folder, signal, watching)), ({ stop }) => stop());
	keepWebhook(playground.simulator, join(folder, 'webhook.json'));
	const text = await putWorkflows(playground);
	writeFileSync(guideFile, text);
	console.log(text);
	if (watching) stack.adopt(await watchSources(join(folder, 'n8n')), ({ kill9 }) => kill9());

	const stopped = signal.aborted ? Promise.resolve() : once(signal, 'abort').then(() => undefined);
	const failure = await Promise.race([stopped, playground.n8n.exited()]);
	if (failure === undefined) console.log('Stopping …');
	else console.error(`n8n ended by itself: ${failure}. Its output is in ${folder}/n8n/n8n-output.log`);
	return failure === undefined ? 0 : 1;
}
