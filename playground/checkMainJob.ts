import { deepEqual, equal, ok } from 'node:assert/strict';

import type { ScoreReport, Simulator } from '../simulator/index.ts';
import type { Execution } from './api/executions.ts';
import { textOf } from './api/json.ts';
import type { Playground } from './playground.ts';
import { fillIn, readWorkflow } from './workflows/examples.ts';

/** Runs a workflow of this folder in n8n. Returns its execution, which must succeed and must not contain the API key. */
async function runWorkflow({ api, credentials, simulator }: Playground, file: string): Promise<Execution> {
	const workflow = await readWorkflow(`playground/workflows/${file}.json`);
	const { id } = await api.workflows.create(fillIn(workflow, credentials));
	const execution = await api.workflows.run(id);
	equal(execution.error(), undefined);
	ok(!execution.text.includes(simulator.apiKey), 'The API key is in the execution data');
	return execution;
}

async function invite(playground: Playground) {
	const execution = await runWorkflow(playground, '2-invite-a-candidate');
	const assigned = execution.items('Assign assessment');
	const links = execution.items('Create sign-in link');
	// A speaking assessment has recordings, and a writing assessment has texts.
	equal(assigned.length, 2);
	equal(links.length, assigned.length);
	return assigned.map(({ json }, index) => ({
		userId: textOf(json, 'userId'),
		userAssessmentId: textOf(json, 'userAssessmentId'),
		signInUrl: textOf(links[index]?.json ?? {}, 'signInUrl'),
	}));
}

/** The links of a report, in the order in which 'Download all' returns their files. */
function linksOf({ openResponses, writingOpenResponses = [], certificateUrl }: ScoreReport): string[] {
	const audio = openResponses.map(({ responseAudioUrl }) => responseAudioUrl);
	const text = writingOpenResponses.map(({ responseTextUrl }) => responseTextUrl);
	return [...audio, ...text, certificateUrl].filter((link) => typeof link === 'string');
}

/** The file that the service returns for a link. */
export async function served({ apiKey, baseHost, control }: Simulator, link = ''): Promise<Buffer> {
	await control.clearLimits();
	const response = await fetch(`${baseHost}/${link}`, { headers: { authorization: `Bearer ${apiKey}` } });
	equal(response.status, 200);
	return Buffer.from(await response.arrayBuffer());
}

/** Compares every file in the output of 'Download all' with the file that the service returns. */
async function compareFiles({ api, simulator }: Playground, execution: Execution, store: string): Promise<void> {
	const names = new Set<string>();
	for (const { json, binary } of execution.items('Download all')) {
		const { scoreReports } = await simulator.control.user({ userId: textOf(json, 'userId') });
		const links = scoreReports
			.filter(({ userAssessmentId }) => userAssessmentId === json.userAssessmentId)
			.flatMap(linksOf);
		equal(Object.keys(binary).length, links.length);
		for (const [index, [name, file]] of Object.entries(binary).entries()) {
			equal(file.id?.replace(/[-:].*/, ''), store);
			const actual = await api.executions.download(file);
			ok(actual.equals(await served(simulator, links[index])), `${name} differs from the service's file`);
			names.add(name);
		}
	}
	for (const name of ['audio1', 'text1', 'certificate']) ok(names.has(name), `There is no file ${name}`);
}

/** Checks the package's main job in a real n8n, from the invitation to the files, which n8n is expected to keep in this store. */
export async function checkMainJob(playground: Playground, store: 'filesystem' | 'database'): Promise<void> {
	const { n8n, simulator } = playground;
	const invitations = await invite(playground);
	for (const { signInUrl } of invitations) {
		const [first, second] = [await fetch(signInUrl), await fetch(signInUrl)];
		equal(first.status, 200);
		ok((await first.text()).includes('Robin'), 'The page does not greet the candidate');
		ok(second.status !== 200, 'The single-use link works a second time');
	}
	const early = await runWorkflow(playground, '3-download-the-results');
	equal(early.items('Not scored yet').length, invitations.length);
	for (const { userAssessmentId } of invitations) {
		await simulator.control.start({ userAssessmentId });
		await simulator.control.finish({ userAssessmentId });
		await simulator.control.score({ userAssessmentId, score: 7 });
	}
	const execution = await runWorkflow(playground, '3-download-the-results');
	const scores = execution.items('Get score').map(({ json }) => [json.userId, json.userAssessmentId, json.status]);
	const expected = invitations.map(({ userId, userAssessmentId }) => [userId, userAssessmentId, 'Completed']);
	deepEqual(new Set(scores), new Set(expected));
	await compareFiles(playground, execution, store);
	ok(!n8n.log().includes(simulator.apiKey), "The API key is in n8n's output");
}
