import { credentialsType } from '../../playground/playground.ts';
import type { Playground } from '../../playground/playground.ts';
import { startSimulator } from '../../simulator/index.ts';
import type { Simulator } from '../../simulator/index.ts';
import { MEASURED, overPeople } from '../bench/pacingWorkflows.ts';
import { addPeople } from '../bench/people.ts';
import { runAndForget } from './executions.ts';
import type { SoakNodes } from './nodes.ts';
import type { Tally } from './tally.ts';

/** An account gives 2000 requests in 20 minutes, at most 5 a second: three in turn keep one busy at the limit. */
const ACCOUNTS = 3;
/** A request for each person. */
const SCORES = 200;
/** Two requests for each person who isn't invited yet. */
const INVITATIONS = 80;
/** Of the people invited by one execution, the next one invites so many again. */
const AGAIN = 10;
/** 5 × (200 + 2 × 80) requests: under 2000, so that only the next turn of the account comes to that limit. */
const ROUNDS_PER_TURN = 5;
const REQUESTS_PER_SECOND = 5;
const TIMEOUT_MS = 30 * 60_000;

interface Account {
	readonly simulator: Simulator;
	readonly credentials: Playground['credentials'];
	readonly emails: readonly string[];
	readonly assessmentId: string;
	/** How many people were invited so far. */
	invited: number;
}

async function openAccount({ api }: Playground, number: number): Promise<Account> {
	const simulator = await startSimulator({ seed: `bulk ${number}` });
	const { control } = simulator;
	const [assessment] = (await control.state()).assessments;
	const name = `Bulk ${number}`;
	const data = { apiKey: simulator.apiKey, baseHost: simulator.baseHost, apiVersion: '2020q3' };
	const id = await api.credentials.create({ name, type: credentialsType, data });
	return {
		simulator,
		credentials: { [credentialsType]: { id, name } },
		emails: await addPeople(control, SCORES),
		assessmentId: assessment?.assessmentId ?? '',
		invited: 0,
	};
}

function expectedMs(requests: number): number {
	return (requests / REQUESTS_PER_SECOND) * 1_000;
}

export interface Bulk {
	/** Works at the limit until told to stop, to the end of what has begun. */
	readonly work: (signal: AbortSignal) => Promise<void>;
	/** Everyone ever invited, whose assignments at the service are counted. */
	readonly check: () => Promise<void>;
	readonly requests: () => Promise<{ accepted: number; refused: number }>;
	readonly close: () => Promise<void>;
}

/** Scores read and people invited, 200 and 80 items at a time, as fast as the accounts' limits allow. */
export async function prepareBulk(playground: Playground, nodes: SoakNodes, tally: Tally): Promise<Bulk> {
	const accounts: Account[] = [];
	for (let number = 1; number <= ACCOUNTS; number++) accounts.push(await openAccount(playground, number));
	const { api } = playground;

	async function readScores(account: Account): Promise<void> {
		const { emails, credentials } = account;
		const { id } = await api.workflows.create(overPeople('Bulk scores', emails, nodes.scoreGet(credentials)));
		await runAndForget(playground, id, { expectedMs: expectedMs(SCORES), timeoutMs: TIMEOUT_MS }, (execution) => {
			const read = execution.items(MEASURED).map(({ json }) => json.email);
			tally.count('scores read in bulk', read.length);
			if (read.join() !== emails.join()) tally.problem(`Bulk scores: ${execution.error()?.message ?? read.length}`);
		});
		await api.workflows.delete(id);
	}

	async function invite(account: Account): Promise<void> {
		const first = Math.max(0, account.invited - AGAIN);
		const emails = Array.from({ length: INVITATIONS }, (_, index) => emailOf(first + index));
		const node = nodes.invite(account.credentials, account.assessmentId);
		const { id } = await api.workflows.create(overPeople('Bulk invitations', emails, node));
		const expected = expectedMs(2 * INVITATIONS);
		await runAndForget(playground, id, { expectedMs: expected, timeoutMs: TIMEOUT_MS }, (execution) => {
			const items = execution.items(MEASURED);
			tally.count('people invited in bulk', items.length);
			if (items.length !== emails.length) tally.problem(`Bulk invitations: ${execution.error()?.message}`);
		});
		await api.workflows.delete(id);
		account.invited = first + INVITATIONS;
	}

	async function checkAccount({ simulator, invited }: Account): Promise<void> {
		for (let index = 0; index < invited; index++) {
			const { assignments } = await simulator.control.user({ emailAddress: emailOf(index) });
			tally.count(assignments.length === 1 ? 'of them assigned once' : 'of them not assigned once', 1);
			if (assignments.length !== 1) tally.problem(`${emailOf(index)} has ${assignments.length} assignments`);
		}
	}

	return {
		async work(signal) {
			for (let round = 0; !signal.aborted; round++) {
				const account = accounts[Math.floor(round / ROUNDS_PER_TURN) % accounts.length];
				if (account === undefined) throw new Error('No account');
				await readScores(account);
				if (!signal.aborted) await invite(account);
			}
		},
		async check() {
			for (const account of accounts) await checkAccount(account);
		},
		async requests() {
			const all = (await Promise.all(accounts.map(({ simulator }) => simulator.control.requests()))).flat();
			const refused = all.filter(({ status }) => status === 429).length;
			return { accepted: all.length - refused, refused };
		},
		async close() {
			for (const { simulator } of accounts) await simulator.close();
		},
	};
}

function emailOf(index: number): string {
	return `bulk${index}@example.com`;
}
