import dns from 'node:dns';

import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { monotonicClock } from '../../../nodes/api/pacing/clock.ts';
import { type Fault, type Simulator, startSimulator } from '../../../simulator/index.ts';
import { actionNode, assessmentId, byEmail, CANDIDATE, type OperationName } from '../action/support.ts';
import { execute, executeWithRetries } from '../support/n8nContext.ts';
import { virtualTime } from '../support/virtualTime.ts';

// What an outage costs a list, mostly in production, of any kind and length, before the list or in the middle of it.
// action/outages.test.ts covers the limits that others use up, action/inviteHistories.test.ts outages together with everything else.

const CREATE: OperationName = 'assignment.create';
const OTHERS: OperationName[] = ['score.get', 'signInLink.create', 'file.downloadAll'];

/** The first two are faults of the network. */
const FAULTS: Record<string, Fault | undefined> = {
	refused: undefined,
	'no DNS': undefined,
	'status 503': { kind: 'status', status: 503 },
	'status 500': { kind: 'status', status: 500 },
	'status 503, Retry-After': { kind: 'status', status: 503, headers: { 'Retry-After': '10' } },
	dropped: { kind: 'cut' },
	'lost answers': { kind: 'cut', after: true },
	silence: { kind: 'hang' },
	'status 429': { kind: 'status', status: 429 },
	'status 429, Retry-After': { kind: 'status', status: 429, headers: { 'Retry-After': '30' } },
};

const NAMES = Object.keys(FAULTS);

const FOREVER = Number.POSITIVE_INFINITY;

interface Outage {
	operation: OperationName;
	fault: string;
	seconds: number;
	rows: number;
	/** After how many rows it begins. */
	from: number;
	onError: 'continueRegularOutput' | 'stopWorkflow';
	tries: number;
	mode: 'trigger' | 'webhook' | 'manual';
}

const USUAL = {
	operation: CREATE,
	rows: 30,
	from: 10,
	onError: 'continueRegularOutput',
	tries: 1,
	mode: 'trigger',
} as const;

/** Every fault for Create, and some for the other operations, before the list or in the middle of it. */
const TABLE: Outage[] = [
	...NAMES.flatMap((fault) => [30, FOREVER].map((seconds) => ({ ...USUAL, fault, seconds }))),
	...OTHERS.flatMap((operation, index) =>
		NAMES.filter((_, nth) => nth % 3 === index).map((fault) => ({ ...USUAL, operation, fault, seconds: FOREVER })),
	),
	...[2, 30, FOREVER].map((seconds) => ({ ...USUAL, fault: 'status 503', seconds, from: 0, mode: 'webhook' }) as const),
	...[10, FOREVER].flatMap((seconds) =>
		[1, 3].map((tries) => ({ ...USUAL, fault: 'lost answers', seconds, onError: 'stopWorkflow', tries }) as const),
	),
	{ ...USUAL, operation: 'score.get', fault: 'status 503', seconds: FOREVER, rows: 500 },
	{ ...USUAL, fault: 'lost answers', seconds: 10, mode: 'manual' },
];

async function parametersOf(operation: OperationName, { control }: Simulator): Promise<INodeParameters> {
	if (operation === CREATE) {
		const [assessment] = (await control.state()).assessments;
		return { assessmentId: assessmentId(assessment?.assessmentId ?? ''), emailAddress: '={{ $json.email }}' };
	}
	const [report] = (await control.user({ emailAddress: CANDIDATE })).scoreReports;
	return { user: byEmail(CANDIDATE), userAssessmentId: report?.userAssessmentId ?? '' };
}

function noAddress(_host: string, _options: object, callback: (error: Error) => void) {
	setImmediate(callback, Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }));
}

/** Lets the service fail from the request after `passing` ones on. Its end is awaited. Returns when it began, in ms since the epoch. */
async function breakDown(simulator: Simulator, outage: Outage, passing: number, end: AbortSignal) {
	const { control } = simulator;
	const fault = FAULTS[outage.fault];
	const { lookup } = dns;
	const before = (await control.requests()).length;
	if (fault !== undefined) await control.inject({ fault, times: 'always', skip: passing });
	const hasBegun = async () =>
		fault === undefined
			? (await control.requests()).length >= before + passing
			: (await control.faults()).some(({ hits }) => hits > 0);
	while (!(await hasBegun()) && !end.aborted) await monotonicClock.sleep(50);
	const since = monotonicClock.now() - 50;
	if (outage.fault === 'no DNS') dns.lookup = Object.assign(noAddress, lookup);
	else if (fault === undefined) await simulator.suspend();
	await monotonicClock.sleep(outage.seconds * 1_000, end);
	if (outage.fault === 'no DNS') dns.lookup = lookup;
	else if (fault === undefined) await simulator.resume();
	await control.clearFaults();
	return since;
}

/** Runs a list through an outage, and afterwards once more. */
async function suffer(outage: Outage) {
	const { operation, rows, from, onError, tries, mode } = outage;
	const settings = { latency: { minMs: 20, maxMs: 120 } };
	const simulator = await startSimulator({ empty: operation === CREATE, clock: virtualTime, settings });
	const { control } = simulator;
	// Only names are looked up.
	const baseHost = simulator.baseHost.replace('127.0.0.1', 'localhost');
	const credentials = { apiKey: simulator.apiKey, baseHost, apiVersion: '2020q3' };
	const parameters = await parametersOf(operation, simulator);
	const items = Array.from({ length: rows }, (_, index): INodeExecutionData => ({
		json: { email: `n${index}@example.com` },
	}));
	const runWith = async (end: Outage['onError'], most: number) => {
		const node = actionNode(credentials, operation, parameters, { settings: { onError: end }, mode });
		return await executeWithRetries(node, items, { tries: most });
	};
	// The service has answered before.
	await execute(actionNode(credentials, 'assessment.getAll'));
	const end = new AbortController();
	const broken = breakDown(simulator, outage, from === 0 ? 0 : from + 2, end.signal);
	const output = await runWith(onError, tries).catch(() => undefined);
	const ended = monotonicClock.now();
	const log = await control.requests();
	end.abort();
	const since = await broken;
	const requests = log.filter(({ at }) => at >= since - 100).length;
	// What was in doubt is known by then, and the limits are free.
	await monotonicClock.sleep(21 * 60_000);
	const next = operation === CREATE ? await runWith('continueRegularOutput', 1) : [];
	const users = await control.users({ limit: rows + 1 });
	await simulator.close();
	const linked = [...(output ?? []), ...next].filter(
		({ json }) => json.alreadyAssigned === false && Boolean(json.singleAssessmentSignInUrl ?? json.signInUrl),
	);
	return {
		seconds: (ended - since) / 1_000,
		requests,
		failed: output === undefined ? rows : output.filter(({ json }) => json.error !== undefined).length,
		/** For Create, after the next run: how many people were output as new with a link, and how many have other than one assignment. */
		linked: new Set(linked.map(({ json }) => json.email)).size,
		notOnce: users.filter(({ email, assignments }) => email?.startsWith('n') && assignments.length !== 1).length,
	};
}

/** The most that an outage may cost, counted from its beginning. */
function mostOf({ fault, seconds, operation, rows }: Outage) {
	const [isSilence, isRefusal, isForever] = [fault === 'silence', fault.startsWith('status 429'), seconds === FOREVER];
	// Requests on their way don't end before their time-outs, and then POST /assign is in doubt.
	const timeouts = isSilence ? 2 * (operation === 'file.downloadAll' ? 300 : 60) : 0;
	return {
		failed: isForever ? rows : isSilence && operation === CREATE ? 5 : 0,
		// Max Rate Limit Wait and ten percent.
		seconds: !isForever ? FOREVER : isRefusal ? 1_990 : 61 + timeouts,
		requests: isForever && !isRefusal ? 45 : FOREVER,
	};
}

it.each(TABLE)('$operation × $rows, $mode, $fault for $seconds s from row $from, $onError, $tries', async (outage) => {
	const cost = await suffer(outage);
	const most = mostOf(outage);
	const { failed, seconds, requests } = cost;
	expect({ failed, seconds, requests }).toEqual({
		failed: expect.toSatisfy((rows: number) => rows <= most.failed),
		seconds: expect.toSatisfy((took: number) => took <= most.seconds),
		requests: expect.toSatisfy((sent: number) => sent <= most.requests),
	});
	// Everyone who should be invited is, in the end, and has a link.
	if (outage.operation === CREATE) expect(cost).toMatchObject({ linked: outage.rows, notOnce: 0 });
});
