import { createHash } from 'node:crypto';

import { asArray, asObject, textOf } from '../api/json.ts';
import type { Execution, OutputItem } from '../api/executions.ts';
import type { Workflow } from '../api/workflows.ts';
import { packageName } from '../communityPackage.ts';
import { chosenGeneration } from '../generation.ts';
import type { Generation } from '../generation.ts';
import type { Playground } from '../playground.ts';
import { exampleCandidate, inviteWorkflow, resultsWorkflow } from '../workflows/mainJob.ts';
import { ensure } from './steps.ts';
import type { Steps } from './steps.ts';

/** The file operations, by the node that does each, and where their links stand in a score report. */
const downloads = [
	{ node: 'Download Certificate', what: 'certificate', startsWith: Buffer.from('%PDF-') },
	{ node: 'Download Audio', what: 'recording', startsWith: Buffer.from('RIFF') },
	{ node: 'Download Text', what: 'text', startsWith: Buffer.alloc(0) },
] as const;

/** Where n8n keeps files, by the name with which their ids begin; in memory they have none. */
export type BinaryStore = 'filesystem' | 'database' | 'memory';

/** What is so where nothing is set. */
const usualStore: Record<Generation, BinaryStore> = { v1: 'memory', v2: 'filesystem' };

interface Invitation {
	readonly userId: string;
	readonly userAssessmentId: string;
	readonly signInUrl: string;
}

/** Runs a workflow in n8n and gives its execution, which must have succeeded and must not hold the key. */
async function runWorkflow({ api, simulator }: Playground, workflow: Workflow): Promise<Execution> {
	const { id } = await api.workflows.create(workflow);
	const execution = await api.workflows.run(id);
	const error = execution.error();
	ensure(error === undefined, `n8n reports: ${error?.message} ${error?.description ?? ''}`);
	ensure(!execution.text.includes(simulator.apiKey), 'The API key is in the execution data');
	return execution;
}

/** What the service itself serves under a link. */
async function served({ simulator }: Playground, link: string): Promise<Buffer> {
	await simulator.control.clearLimits();
	const headers = { authorization: `Bearer ${simulator.apiKey}` };
	const response = await fetch(`${simulator.baseHost}/${link}`, { headers });
	ensure(response.ok, `The simulator answers ${response.status} for ${link}`);
	return Buffer.from(await response.arrayBuffer());
}

function short(url: string): string {
	return url.length > 60 ? `${url.slice(0, 57)}…` : url;
}

async function invite(playground: Playground): Promise<{ result: Invitation[]; says: string[] }> {
	const workflow = inviteWorkflow('Check: invite', exampleCandidate, playground.credentials);
	const execution = await runWorkflow(playground, workflow);
	const assigned = execution.items('Assign Assessment');
	const links = execution.items('Create Sign-In Link');
	const { assessments } = exampleCandidate;
	ensure(
		assigned.length === assessments.length,
		`${assigned.length} assignments for ${assessments.length} assessments`,
	);
	ensure(links.length === assigned.length, `${links.length} sign-in links for ${assigned.length} assignments`);
	const result = assigned.map(({ json }, index) => ({
		userId: textOf(json, 'userId'),
		userAssessmentId: textOf(json, 'userAssessmentId'),
		signInUrl: textOf(links[index]?.json ?? {}, 'signInUrl'),
	}));
	return {
		result,
		says: result.map(({ userAssessmentId, signInUrl }) => `user assessment ${userAssessmentId}, ${short(signInUrl)}`),
	};
}

async function followLink({ signInUrl }: Invitation): Promise<{ result: undefined; says: string[] }> {
	const first = await fetch(signInUrl);
	const page = await first.text();
	ensure(first.status === 200, `The link gives ${first.status}`);
	ensure(page.includes(exampleCandidate.givenName), 'The page does not greet the candidate');
	const second = await fetch(signInUrl);
	await second.text();
	ensure(second.status !== 200, 'The single-use link works a second time');
	const title = /<h1>([^<]*)<\/h1>/.exec(page)?.[1] ?? '';
	return { result: undefined, says: [`200 "${title}", then ${second.status} when followed again`] };
}

async function finishAndScore(
	{ simulator }: Playground,
	invitation: Invitation,
	score: number,
): Promise<{ result: undefined; says: string[] }> {
	const { userAssessmentId } = invitation;
	await simulator.control.start({ userAssessmentId });
	await simulator.control.finish({ userAssessmentId });
	const { report } = await simulator.control.score({ userAssessmentId, score });
	return { result: undefined, says: [`${report.assessmentName}: ${report.status}, ${report.score}`] };
}

function checkReports(execution: Execution, invitations: readonly Invitation[]): string[] {
	const [user] = execution.items('Get Score');
	ensure(user !== undefined, 'Get Score put out nothing');
	ensure(textOf(user.json, 'userId') === invitations[0]?.userId, 'The score is of another user');
	const reports = asArray(user.json.scoreReports, "'scoreReports'").map((report) => asObject(report, 'A score report'));
	for (const { userAssessmentId } of invitations) {
		const report = reports.find((candidate) => candidate.userAssessmentId === userAssessmentId);
		ensure(report?.status === 'Completed', `The report ${userAssessmentId} is not completed`);
	}
	return reports.map(
		(report) => `${textOf(report, 'assessmentName')}: ${textOf(report, 'status')}, ${String(report.score)}`,
	);
}

async function compareFile(
	playground: Playground,
	item: OutputItem,
	{ startsWith, store }: { startsWith: Buffer; store: BinaryStore },
): Promise<string> {
	const link = textOf(item.json, 'link');
	const field = item.binary.data;
	ensure(field !== undefined, `There is no file in the item for ${link}`);
	const actualStore = field.id === undefined ? 'memory' : field.id.replace(/[-:].*/, '');
	ensure(actualStore === store, `The file is not in n8n's binary store '${store}', but ${field.id}`);
	const actual = await playground.api.executions.download(field);
	const expected = await served(playground, link);
	ensure(
		actual.equals(expected),
		`${link}: n8n has ${actual.length} bytes that differ from the ${expected.length} served`,
	);
	ensure(actual.length > 0 && actual.subarray(0, startsWith.length).equals(startsWith), `${link}: not such a file`);
	ensure(item.json.fileSize === actual.length, `${link}: 'fileSize' is ${String(item.json.fileSize)}`);
	const hash = createHash('sha256').update(actual).digest('hex').slice(0, 12);
	return `${field.fileName ?? ''} (${field.mimeType}): ${actual.length} bytes, as served, SHA-256 ${hash}…`;
}

/**
 * The package's main job through the real n8n, from the invitation to the files, step by step. n8n keeps the files in
 * `store`: on disk unless it runs in queue mode or is a 1.x.
 */
export async function checkMainJob(
	playground: Playground,
	{ step }: Steps,
	store = usualStore[chosenGeneration(process.env)],
): Promise<void> {
	await step('n8n has loaded the package', async () => {
		const types = await playground.api.nodeTypes.startingWith(`${packageName}.`);
		const names = types.map((type) => textOf(type, 'name'));
		ensure(names.includes(`${packageName}.enterpriseAssessment`), `Only: ${names.join(', ')}`);
		return { result: undefined, says: names };
	});
	const invitations = await step('a workflow assigns two assessments and makes sign-in links', () =>
		invite(playground),
	);
	for (const invitation of invitations) {
		await step('the candidate follows the sign-in link', () => followLink(invitation));
	}
	for (const [index, invitation] of invitations.entries()) {
		await step('the candidate finishes, the service scores', () => finishAndScore(playground, invitation, 7 + index));
	}
	const execution = await step('a workflow reads the scores and downloads the files', async () => {
		const workflow = resultsWorkflow('Check: results', exampleCandidate, playground.credentials);
		const result = await runWorkflow(playground, workflow);
		return { result, says: checkReports(result, invitations) };
	});
	for (const { node, what, startsWith } of downloads) {
		await step(`each ${what} is byte for byte what the service serves`, async () => {
			const items = execution.items(node);
			ensure(items.length > 0, `'${node}' put out nothing`);
			const says: string[] = [];
			for (const item of items) says.push(await compareFile(playground, item, { startsWith, store }));
			return { result: undefined, says };
		});
	}
	await step("the API key is not in n8n's output", async () => {
		ensure(!playground.n8n.log().includes(playground.simulator.apiKey), 'It is');
		return { result: undefined, says: [] };
	});
}
