import { afterAll, describe, expect, it } from 'vitest';

import type { INodeParameters } from 'n8n-workflow';

import type { Fault, Simulator } from '../../../simulator/index.ts';
import { startSimulator } from '../../../simulator/index.ts';
import type { OperationName } from '../action/support.ts';
import { assessmentId, byEmail, run } from '../action/support.ts';
import { settingsOfReading } from '../support/readings.ts';

/** Long enough for an answer on a busy machine. */
const TIMEOUT_S = 6;

const CANDIDATE = 'candidate001@example.com';
const NEWCOMER = 'newcomer@example.com';

/** What a cell's operation is called with. */
interface Cell {
	method: string;
	/** As the simulator names the endpoint; `*` at the end for any continuation. */
	path: string;
	operation: OperationName;
	parameters: (simulator: Simulator) => Promise<INodeParameters> | INodeParameters;
	/** Whether the specification's endpoint may be sent again when in doubt. */
	safe: boolean;
}

async function linkOf(simulator: Simulator, kind: 'audio' | 'text' | 'certificate'): Promise<INodeParameters> {
	const { scoreReports } = await simulator.control.user({ emailAddress: CANDIDATE });
	const links = {
		audio: scoreReports.flatMap(({ openResponses }) => openResponses)[0]?.responseAudioUrl,
		text: scoreReports.flatMap(({ writingOpenResponses }) => writingOpenResponses ?? [])[0]?.responseTextUrl,
		certificate: scoreReports.map(({ certificateUrl }) => certificateUrl).find(Boolean),
	};
	return { link: links[kind] ?? '' };
}

async function invitation(simulator: Simulator, ifAlreadyAssigned: string): Promise<INodeParameters> {
	const { assessments } = await simulator.control.state();
	return { assessmentId: assessmentId(assessments[0]?.assessmentId ?? ''), emailAddress: NEWCOMER, ifAlreadyAssigned };
}

const none = () => ({});
const candidate = () => ({ user: byEmail(CANDIDATE) });

const CELLS: Record<string, Cell> = {
	'GET /assessments': {
		method: 'GET',
		path: '/assessments',
		operation: 'assessment.getAll',
		parameters: none,
		safe: true,
	},
	'GET /groups': { method: 'GET', path: '/groups', operation: 'group.getAll', parameters: none, safe: true },
	'POST /groups': {
		method: 'POST',
		path: '/groups',
		operation: 'group.create',
		parameters: () => ({ name: 'Applicants' }),
		safe: false,
	},
	'POST /assign': {
		method: 'POST',
		path: '/assign',
		operation: 'assignment.create',
		parameters: async (simulator) => await invitation(simulator, 'assignAgain'),
		safe: false,
	},
	'POST /assign, fail': {
		method: 'POST',
		path: '/assign',
		operation: 'assignment.create',
		parameters: async (simulator) => await invitation(simulator, 'fail'),
		safe: false,
	},
	'POST /assign, returnExisting': {
		method: 'POST',
		path: '/assign',
		operation: 'assignment.create',
		parameters: async (simulator) => await invitation(simulator, 'returnExisting'),
		safe: false,
	},
	'POST /create-sign-in-token': {
		method: 'POST',
		path: '/create-sign-in-token',
		operation: 'signInLink.create',
		parameters: candidate,
		safe: true,
	},
	'POST /assignments': {
		method: 'POST',
		path: '/assignments',
		operation: 'assignment.getAll',
		parameters: () => ({ assignedOnOrAfter: '2020-01-01' }),
		safe: true,
	},
	'POST /score': { method: 'POST', path: '/score', operation: 'score.get', parameters: candidate, safe: true },
	'POST /scores': { method: 'POST', path: '/scores', operation: 'score.getAll', parameters: none, safe: true },
	'GET <responseAudioUrl>': {
		method: 'GET',
		path: '*',
		operation: 'file.downloadAudio',
		parameters: async (simulator) => await linkOf(simulator, 'audio'),
		safe: true,
	},
	'GET <responseTextUrl>': {
		method: 'GET',
		path: '*',
		operation: 'file.downloadText',
		parameters: async (simulator) => await linkOf(simulator, 'text'),
		safe: true,
	},
	'GET <certificateUrl>': {
		method: 'GET',
		path: '*',
		operation: 'file.downloadCertificate',
		parameters: async (simulator) => await linkOf(simulator, 'certificate'),
		safe: true,
	},
	'POST /webhook': {
		method: 'POST',
		path: '/webhook',
		operation: 'webhook.create',
		parameters: () => ({ url: 'https://n8n.example.com/webhook/scores' }),
		safe: false,
	},
	'GET /webhook': { method: 'GET', path: '/webhook', operation: 'webhook.get', parameters: none, safe: true },
	'DELETE /webhook': { method: 'DELETE', path: '/webhook', operation: 'webhook.delete', parameters: none, safe: true },
	'POST /webhook/example': {
		method: 'POST',
		path: '/webhook/example',
		operation: 'webhook.sendExample',
		parameters: none,
		safe: false,
	},
};

const FAULTS: Record<string, () => Fault> = {
	'cut before': () => ({ kind: 'cut' }),
	'cut after': () => ({ kind: 'cut', after: true }),
	'status 500': () => ({ kind: 'status', status: 500 }),
	'status 503 after': () => ({ kind: 'status', status: 503, after: true }),
	hang: () => ({ kind: 'hang' }),
	'hang after': () => ({ kind: 'hang', after: true }),
	truncated: () => ({ kind: 'truncate' }),
	'status 429': () => ({ kind: 'status', status: 429 }),
	'status 429, Retry-After: 1': () => ({ kind: 'status', status: 429, headers: { 'Retry-After': '1' } }),
	'status 429, Retry-After: <date>': () => ({
		kind: 'status',
		status: 429,
		headers: { 'Retry-After': new Date(Date.now() + 4_000).toUTCString() },
	}),
};

/** Answers without a body have nothing that could be cut off. */
const NO_BODY = ['DELETE /webhook', 'POST /webhook/example'];

interface Result {
	/** How often the endpoint was sent, and how often the service carried it out. */
	sent: number;
	processed: number;
	/** `ok`, or how the error begins. */
	outcome: string;
	/** How long before the service's wish (`Retry-After`) the second request came; negative when after it. */
	earlyMs: number;
	/** The newcomer's assignments at the end. */
	assignments: number;
}

/** One operation against a simulator of its own, with the fault at the first request to the endpoint. */
async function struck(cell: Cell, faultOf: () => Fault): Promise<Result> {
	const simulator = await startSimulator({ seed: 1, settings: { ...settingsOfReading(), limits: null } });
	try {
		const { control, baseHost } = simulator;
		// A key of its own is an account of its own for the pacer.
		const { apiKey } = await control.generateKey();
		await control.registerWebhook({ url: 'https://elsewhere.example.com/hook' });
		if (cell.operation === 'webhook.create') await control.deleteWebhook();
		const parameters = await cell.parameters(simulator);
		const fault = faultOf();
		await control.inject({ match: { method: cell.method, path: cell.path }, fault });
		const outcome = await run({ apiKey, baseHost, apiVersion: '2020q3' }, cell.operation, {
			...parameters,
			options: { timeout: fault.kind === 'hang' ? TIMEOUT_S : 60 },
		}).then(
			() => 'ok',
			(error: unknown) => (error instanceof Error ? error.message : String(error)),
		);
		const requests = (await control.requests()).filter(
			({ method, endpoint }) => method === cell.method && (cell.path === '*' || endpoint === cell.path),
		);
		const people = await control.users({ limit: 10_000 });
		return {
			sent: requests.length,
			earlyMs: wishedAt(fault, requests[0]?.at ?? 0) - (requests[1]?.at ?? 0),
			processed: requests.filter(({ processed }) => processed).length,
			outcome,
			assignments: people.find(({ email }) => email === NEWCOMER)?.assignments.length ?? 0,
		};
	} finally {
		await simulator.close();
	}
}

function wishedAt(fault: Fault, refusedAt: number): number {
	const wish = fault.kind === 'status' ? (fault.headers?.['Retry-After'] ?? '0') : '0';
	return /^\d+$/.test(wish) ? refusedAt + Number(wish) * 1_000 : Date.parse(wish);
}

const table: Array<Record<string, string>> = [];

afterAll(() => {
	console.log('Sent / carried out by the service: what the node gave. One fault at the first request to the endpoint.');
	console.table(table);
});

describe.concurrent('one fault at one endpoint', () => {
	it.each(Object.entries(CELLS))('%s', { timeout: 120_000 }, async (endpoint, cell) => {
		const row: Record<string, string> = { endpoint };
		table.push(row);
		const columns = Object.entries(FAULTS).filter(([name]) => name !== 'truncated' || !NO_BODY.includes(endpoint));
		const results = await Promise.all(
			columns.map(async ([name, fault]) => ({ name, result: await struck(cell, fault) })),
		);
		for (const { name, result } of results) {
			const { sent, processed, outcome } = result;
			const doubt = outcome.includes('may have been processed') ? 'error, in doubt' : `error: ${outcome}`;
			row[name] = `${sent}/${processed} ${outcome === 'ok' ? 'ok' : doubt}`;
		}
		for (const { name, result } of results) {
			const context = `${endpoint} × ${name}: ${JSON.stringify(result)}`;
			const refused = name.startsWith('status 429');
			if (cell.safe || refused) {
				expect(result.outcome, context).toBe('ok');
				// What is gone by then is not deleted once more.
				const isGone = cell.operation === 'webhook.delete' && name.endsWith('after');
				expect(result.sent, context).toBe(isGone ? 1 : 2);
			} else {
				// What was made is found by reading, where inviting reads at all.
				const isFound = /, (?:fail|returnExisting)$/.test(endpoint) && result.processed === 1;
				expect(result.outcome, context)[isFound ? 'toBe' : 'toContain'](isFound ? 'ok' : 'may have been processed');
				expect(result.sent, context).toBe(1);
			}
			if (refused) expect(result.processed, context).toBe(1);
			if (name.includes('Retry-After')) expect(result.earlyMs, context).toBeLessThanOrEqual(100);
			if (cell.operation === 'assignment.create') expect(result.assignments, context).toBe(result.processed);
		}
	});
});

describe.concurrent('a fault that stays', () => {
	it.each<[name: string, fault: Fault, sent: number]>([
		['500', { kind: 'status', status: 500 }, 4],
		['a cut', { kind: 'cut' }, 4],
		['a hang', { kind: 'hang' }, 4],
	])('%s is tried four times in all', { timeout: 60_000 }, async (_name, fault, sent) => {
		const simulator = await startSimulator({ seed: 1, settings: { ...settingsOfReading(), limits: null } });
		try {
			const { apiKey } = await simulator.control.generateKey();
			await simulator.control.inject({ match: { path: '/score' }, fault, times: 'always' });
			const credentials = { apiKey, baseHost: simulator.baseHost, apiVersion: '2020q3' };
			const running = run(credentials, 'score.get', { ...candidate(), options: { timeout: TIMEOUT_S } });
			await expect(running).rejects.toThrow();
			expect(await simulator.control.requests({ endpoint: '/score' })).toHaveLength(sent);
		} finally {
			await simulator.close();
		}
	});
});
