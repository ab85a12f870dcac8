import { createHash } from 'node:crypto';

import { asArray, asObject, textOf } from '../api/json.ts';
import type { JsonObject } from '../api/json.ts';
import type { BinaryField, Execution } from '../api/executions.ts';
import type { Workflow } from '../api/workflows.ts';
import type { ScoreReport } from '../../simulator/index.ts';
import { packageName } from '../communityPackage.ts';
import { chosenGeneration } from '../generation.ts';
import type { Generation } from '../generation.ts';
import type { Playground } from '../playground.ts';
import { exampleCandidate, inviteWorkflow, resultsWorkflow } from '../workflows/mainJob.ts';
import { ensure } from './steps.ts';
import type { Steps } from './steps.ts';

/** The kinds of files, and how each begins. */
const kinds = [
	{ kind: 'certificate', startsWith: Buffer.from('%PDF-') },
	{ kind: 'audio', startsWith: Buffer.from('RIFF') },
	{ kind: 'text', startsWith: Buffer.alloc(0) },
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
	const reports = execution.items('Get Score').map(({ json }) => json);
	for (const { userId, userAssessmentId } of invitations) {
		const report = reports.find((candidate) => candidate.userAssessmentId === userAssessmentId);
		ensure(report?.status === 'Completed', `The report ${userAssessmentId} is not completed`);
		ensure(report.userId === userId, 'The score is of another user');
	}
	return reports.map(
		(report) => `${textOf(report, 'assessmentName')}: ${textOf(report, 'status')}, ${String(report.score)}`,
	);
}

/** The links of one kind in a report, in their order. */
function linksOf({ openResponses, writingOpenResponses = [], certificateUrl }: ScoreReport, kind: string): string[] {
	if (kind === 'audio') return openResponses.map(({ responseAudioUrl }) => responseAudioUrl);
	if (kind === 'text') return writingOpenResponses.map(({ responseTextUrl }) => responseTextUrl);
	return certificateUrl ? [certificateUrl] : [];
}

async function compareFile(
	playground: Playground,
	file: JsonObject,
	field: BinaryField | undefined,
	expected: { link: string; startsWith: Buffer; store: BinaryStore },
): Promise<string> {
	const { link, startsWith, store } = expected;
	ensure(field !== undefined, `There is no file in the item for ${link}`);
	const actualStore = field.id === undefined ? 'memory' : field.id.replace(/[-:].*/, '');
	ensure(actualStore === store, `The file is not in n8n's binary store '${store}', but ${field.id}`);
	const actual = await playground.api.executions.download(field);
	const bytes = await served(playground, link);
	ensure(actual.equals(bytes), `${link}: n8n has ${actual.length} bytes that differ from the ${bytes.length} served`);
	ensure(actual.length > 0 && actual.subarray(0, startsWith.length).equals(startsWith), `${link}: not such a file`);
	ensure(file.fileSize === actual.length, `${link}: 'fileSize' is ${String(file.fileSize)}`);
	const hash = createHash('sha256').update(actual).digest('hex').slice(0, 12);
	return `${field.fileName ?? ''} (${field.mimeType}): ${actual.length} bytes, as served, SHA-256 ${hash}…`;
}

/** Every file of a kind that 'Download All' put out, against what the service itself serves. */
async function compareFiles(
	playground: Playground,
	execution: Execution,
	{ kind, startsWith, store }: { kind: string; startsWith: Buffer; store: BinaryStore },
): Promise<string[]> {
	const { scoreReports } = await playground.simulator.control.user({ emailAddress: exampleCandidate.emailAddress });
	const says: string[] = [];
	for (const { json, binary } of execution.items('Download All')) {
		const report = scoreReports.find(({ userAssessmentId }) => userAssessmentId === json.userAssessmentId);
		ensure(report !== undefined, 'There is no such report');
		const files = asArray(json.files, "'files'").map((file) => asObject(file, 'A file'));
		const ofKind = files.filter((file) => file.kind === kind);
		const links = linksOf(report, kind);
		ensure(ofKind.length === links.length, `${ofKind.length} files for ${links.length} links`);
		for (const [index, link] of links.entries()) {
			const file = ofKind[index] ?? {};
			const field = binary[textOf(file, 'binaryPropertyName')];
			says.push(await compareFile(playground, file, field, { link, startsWith, store }));
		}
	}
	ensure(says.length > 0, `'Download All' put out no ${kind}`);
	return says;
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
	await step('run too early, the workflow for the results says so', async () => {
		const workflow = resultsWorkflow('Check: too early', exampleCandidate, playground.credentials);
		const messages = (await runWorkflow(playground, workflow)).items('Not scored yet').map(({ json }) => json);
		ensure(messages.length === invitations.length, `${messages.length} messages`);
		return { result: undefined, says: messages.map((json) => textOf(json, 'message')) };
	});
	for (const [index, invitation] of invitations.entries()) {
		await step('the candidate finishes, the service scores', () => finishAndScore(playground, invitation, 7 + index));
	}
	const execution = await step('a workflow reads the scores and downloads the files', async () => {
		const workflow = resultsWorkflow('Check: results', exampleCandidate, playground.credentials);
		const result = await runWorkflow(playground, workflow);
		return { result, says: checkReports(result, invitations) };
	});
	for (const { kind, startsWith } of kinds) {
		await step(`each ${kind} file is byte for byte what the service serves`, async () => ({
			result: undefined,
			says: await compareFiles(playground, execution, { kind, startsWith, store }),
		}));
	}
	await step("the API key is not in n8n's output", async () => {
		ensure(!playground.n8n.log().includes(playground.simulator.apiKey), 'It is');
		return { result: undefined, says: [] };
	});
}
