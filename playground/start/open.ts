import { once } from 'node:events';
import { join } from 'node:path';

import { playgroundOwner } from '../api/session.ts';
import type { Workflow } from '../api/workflows.ts';
import { chosenGeneration } from '../generation.ts';
import { repositoryRoot } from '../paths.ts';
import { startPlayground } from '../playground.ts';
import type { Playground } from '../playground.ts';
import { exampleNames, fillIn, readExample } from '../workflows/examples.ts';
import { exampleCandidate, inviteWorkflow, resultsWorkflow } from '../workflows/mainJob.ts';
import { choosePort } from './choosePort.ts';
import { onlyOnce } from './onlyOnce.ts';

const usualN8nPort = 5678;
const usualSimulatorPort = 4010;
/** One n8n can't read the data of the other. */
const usualFolder = { v1: '.cache/playground-v1', v2: '.cache/playground' } as const;

/** Leaves alone what the user has made of an example workflow that is there already. */
async function putWorkflow({ api }: Playground, workflow: Workflow): Promise<void> {
	if ((await api.workflows.find(workflow.name)) === undefined) await api.workflows.create(workflow);
}

/** Each as a builder has it after the import, with the simulator's credentials chosen. */
async function putExamples(playground: Playground): Promise<void> {
	const { credentials } = playground;
	for (const name of await exampleNames())
		await putWorkflow(playground, fillIn(await readExample(name), { credentials }));
}

function guide({ n8n, simulator }: Playground): string {
	return `
The playground is open. Ctrl-C stops it.

  n8n        ${n8n.url}
             e-mail ${playgroundOwner.email}, password ${playgroundOwner.password}
  Simulator  ${simulator.baseHost}
             in the browser: users and scores, the webhook, requests as they come

  1. In n8n, open the workflow "Invite a candidate" and execute it. It assigns two assessments in the simulator and
     makes sign-in links: each works once, for 5 minutes, in a browser.
  2. On the simulator's page let the candidate finish: press "Score" beside both assessments.
  3. Execute the workflow "Download the results": scores, certificates, recordings and texts.

  The workflows of examples/ are there too: the yellow note in each says what to set before it can be published.
`;
}

/** Starts everything, tells where it is, and stops it on the signal. Gives the process's exit code. */
export async function openPlayground(signal: AbortSignal): Promise<number> {
	const folder = process.env.PLAYGROUND_FOLDER ?? join(repositoryRoot, usualFolder[chosenGeneration(process.env)]);
	onlyOnce(join(folder, 'running'), (pid) => `The playground of this folder is already open (process ${pid}).`);
	console.log('Starting n8n and the simulator …');
	const playground = await startPlayground({
		signal,
		userFolder: join(folder, 'n8n'),
		n8nPort: await choosePort('n8n', usualN8nPort),
		simulatorPort: await choosePort('the simulator', usualSimulatorPort),
	});
	try {
		await putWorkflow(playground, inviteWorkflow('Invite a candidate', exampleCandidate, playground.credentials));
		await putWorkflow(playground, resultsWorkflow('Download the results', exampleCandidate, playground.credentials));
		await putExamples(playground);
		console.log(guide(playground));
		const stopped = signal.aborted ? Promise.resolve() : once(signal, 'abort').then(() => undefined);
		const failure = await Promise.race([stopped, playground.n8n.exited()]);
		if (failure === undefined) console.log('Stopping …');
		else console.error(`n8n ended by itself: ${failure}. Its output is in ${folder}/n8n/n8n-output.log`);
		return failure === undefined ? 0 : 1;
	} finally {
		await playground.stop();
	}
}
