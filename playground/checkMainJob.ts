import { equal, ok } from 'node:assert/strict';

import { asArray, asObject, textOf } from './api/json.ts';
import type { Execution } from './api/executions.ts';
import type { ScoreReport, Simulator } from '../simulator/index.ts';
import { packageName } from './communityPackage.ts';
import { chosenGeneration } from './generation.ts';
import type { Playground } from './playground.ts';
import { fillIn, readWorkflow } from './workflows/examples.ts';

/** The first bytes of each kind of file. */
const beginnings: Readonly<Record<string, string>> = { audio: 'RIFF', text: '', certificate: '%PDF-' };

/** Where n8n stores files by default, as the prefix of their IDs. Files in memory don't have an ID. */
const usualStore = { v1: 'memory', v2: 'filesystem' };

/** Runs a workflow of this folder in n8n. Returns its execution, which must succeed and must not contain the API key. */
async function runWorkflow({ api, credentials, simulator }: Playground, file: string): Promise<Execution> {
	const workflow = await readWorkflow(`playground/workflows/${file}.json`);
	const { id } = await api.workflows.create(fillIn(workflow, { credentials }));
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
async function served({ apiKey, baseHost, control }: Simulator, link: string): Promise<Buffer> {
	await control.clearLimits();
	const response = await fetch(`${baseHost}/${link}`, { headers: { authorization: `Bearer ${apiKey}` } });
	equal(response.status, 200);
	return Buffer.from(await response.arrayBuffer());
}

/** Compares every file in the output of 'Download all' with the file that the service returns. */
async function compareFiles({ api, simulator }: Playground, execution: Execution, store: string): Promise<void> {
	const kinds = new Set<string>();
	for (const { json, binary } of execution.items('Download all')) {
		const { scoreReports } = await simulator.control.user({ userId: textOf(json, 'userId') });
		const report = scoreReports.find(({ userAssessmentId }) => userAssessmentId === json.userAssessmentId);
		ok(report !== undefined, 'There is no such report');
		const files = asArray(json.files, "'files'");
		const links = linksOf(report);
		equal(files.length, links.length);
		for (const [index, link] of links.entries()) {
			const file = asObject(files[index], 'A file');
			const kind = textOf(file, 'kind');
			const field = binary[textOf(file, 'binaryPropertyName')];
			ok(field !== undefined, `There is no file in the item for ${link}`);
			equal(field.id?.replace(/[-:].*/, '') ?? 'memory', store);
			const actual = await api.executions.download(field);
			ok(actual.equals(await served(simulator, link)), `${link}: other bytes than the service serves`);
			const isOfKind = actual.length > 0 && actual.toString('latin1').startsWith(beginnings[kind] ?? '?');
			ok(isOfKind, `${link}: not a file of the kind ${kind}`);
			equal(file.fileSize, actual.length);
			kinds.add(kind);
		}
	}
	equal([...kinds].sort().join(), Object.keys(beginnings).sort().join());
}

/**
 * The package's main job in a real n8n, from the invitation to the files, step by step. Throws if a step fails. n8n
 * stores files in `store`, which is the disk unless n8n runs in queue mode or is 1.x.
 */
export async function checkMainJob(
	playground: Playground,
	print: (line: string) => void,
	store = usualStore[chosenGeneration(process.env)],
): Promise<void> {
	async function step<T>(title: string, work: () => T | Promise<T>): Promise<T> {
		try {
			const result = await work();
			print(`ok   ${title}`);
			return result;
		} catch (error) {
			print(`FAIL ${title}\n     ${String(error)}`);
			throw error;
		}
	}
	const { api, n8n, simulator } = playground;

	await step('n8n has loaded the package', async () => {
		const names = (await api.nodeTypes.startingWith(`${packageName}.`)).map(({ name }) => name);
		ok(names.includes(`${packageName}.enterpriseAssessment`), `n8n has only ${names.join()}`);
	});
	const invitations = await step('a workflow assigns two assessments and makes sign-in links', () =>
		invite(playground),
	);
	await step('the candidate follows the sign-in links', async () => {
		for (const { signInUrl } of invitations) {
			const [first, second] = [await fetch(signInUrl), await fetch(signInUrl)];
			equal(first.status, 200);
			ok((await first.text()).includes('Robin'), 'The page does not greet the candidate');
			ok(second.status !== 200, 'The single-use link works a second time');
		}
	});
	await step('run too early, the workflow for the results says so', async () => {
		const execution = await runWorkflow(playground, '3-download-the-results');
		equal(execution.items('Not scored yet').length, invitations.length);
	});
	await step('the candidate finishes, the service scores', async () => {
		for (const { userAssessmentId } of invitations) {
			await simulator.control.start({ userAssessmentId });
			await simulator.control.finish({ userAssessmentId });
			await simulator.control.score({ userAssessmentId, score: 7 });
		}
	});
	const execution = await step('a workflow reads the scores and downloads the files', () =>
		runWorkflow(playground, '3-download-the-results'),
	);
	await step('the scores are those of the candidate', () => {
		const reports = execution.items('Get score').map(({ json }) => json);
		for (const { userId, userAssessmentId } of invitations) {
			const report = reports.find((candidate) => candidate.userAssessmentId === userAssessmentId);
			equal(report?.status, 'Completed');
			equal(report?.userId, userId);
		}
	});
	await step('recordings, texts and certificates are byte for byte what the service serves', () =>
		compareFiles(playground, execution, store),
	);
	await step("the API key is not in n8n's output", () => ok(!n8n.log().includes(simulator.apiKey)));
}
