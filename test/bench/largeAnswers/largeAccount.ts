import { once } from 'node:events';
import { createServer } from 'node:http';

import { startSimulator } from '../../../simulator/index.ts';

/** How many assessments the account's reports are spread over. */
const ASSESSMENTS = 20;

const DONE = '/done';

/** What the service answers. */
export interface Answers {
	readonly scores: Buffer;
	readonly assessments: Buffer;
	/** The name of one of its assessments. */
	readonly assessmentName: string;
}

/** The simulator's answers for an account with so many users, of one finished report each. */
export async function answersOf(users: number): Promise<Answers> {
	const simulator = await startSimulator({ limits: false });
	const { control, baseHost, apiKey } = simulator;
	const ask = async (path: string, init: RequestInit) => {
		const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
		return Buffer.from(await (await fetch(`${baseHost}/2020q3${path}`, { ...init, headers })).arrayBuffer());
	};
	try {
		await control.reset({ empty: true });
		const { assessments } = await control.state();
		for (let number = assessments.length + 1; number <= ASSESSMENTS; number += 1) {
			await control.addAssessment({ name: `Speaking ${number}`, kind: 'speaking' });
		}
		await control.addUsers({ count: users });
		return {
			scores: await ask('/scores', { method: 'POST', body: '{}' }),
			assessments: await ask('/assessments', { method: 'GET' }),
			assessmentName: `Speaking ${ASSESSMENTS}`,
		};
	} finally {
		await simulator.close();
	}
}

export interface LargeAccount {
	readonly baseHost: string;
	/** Answers with these from now on. */
	readonly serve: (answers: Answers) => void;
	/** A request for this address is answered after `done`. */
	readonly doneUrl: string;
	readonly whenDone: (done: () => Promise<void>) => void;
	readonly close: () => Promise<void>;
}

/** A service that answers from memory at once, so that only what n8n does is measured. */
export async function startLargeAccount(): Promise<LargeAccount> {
	let answers: Answers | undefined;
	let done: (() => Promise<void>) | undefined;
	const server = createServer((request, response) => {
		request.resume();
		if (request.url === DONE) {
			void done?.().then(() => response.end());
			return;
		}
		const body = request.url?.endsWith('/assessments') === true ? answers?.assessments : answers?.scores;
		response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8' }).end(body);
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('The service has no port');
	const baseHost = `http://127.0.0.1:${address.port}`;
	return {
		baseHost,
		doneUrl: `${baseHost}${DONE}`,
		whenDone: (listener) => {
			done = listener;
		},
		serve: (given) => {
			answers = given;
		},
		async close() {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
}
