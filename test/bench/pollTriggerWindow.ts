import { EnterpriseAssessmentPollTrigger } from '../../nodes/EnterpriseAssessmentPollTrigger/EnterpriseAssessmentPollTrigger.node.ts';
import { isCursor, NewScores } from '../../nodes/EnterpriseAssessmentPollTrigger/cursor.ts';
import type { PollOptions } from '../../nodes/EnterpriseAssessmentPollTrigger/cursor.ts';
import { startSimulator } from '../../simulator/index.ts';
import { pollContext } from '../integration/support/n8nContext.ts';
import type { User } from '../../nodes/api/specification/types.ts';

const DAY = 86_400_000;
const ROUNDS = 3;
const OPTIONS: PollOptions = {
	lookbackDays: 7,
	emitRescored: true,
	account: '',
	groupIds: [],
	wants: () => true,
};

/** What one poll costs when so many reports lie in the window, none of them new. */
export interface WindowCost {
	reports: number;
	answerBytes: number;
	/** The service's answer alone, fetched as text, ms. */
	answerMs: number;
	/** The whole poll: request, answer, checks, cursor, ms. */
	pollMs: number;
	/** Of that what the trigger itself does: reading the state, finding what is new, writing the state, ms. */
	findMs: number;
	stateBytes: number;
}

/** Medians of a few polls through n8n-core over real HTTP. */
export async function windowCost(reports: number): Promise<WindowCost> {
	const simulator = await startSimulator({ limits: false, empty: true });
	try {
		const now = Date.now();
		await simulator.control.addUsers({ count: reports, completedFrom: now - 6 * DAY, completedTo: now - DAY });
		const credentials = { apiKey: simulator.apiKey, baseHost: simulator.baseHost, apiVersion: '2020q3' };
		const nodeType = new EnterpriseAssessmentPollTrigger();
		const { context, workflow, node } = pollContext({ nodeType, credentials });
		await nodeType.poll.call(context);
		const stored: unknown = workflow.getStaticData('node', node).cursor;

		const fetchAnswer = async () => {
			const response = await fetch(`${simulator.baseHost}/2020q3/scores`, {
				method: 'POST',
				headers: { authorization: `Bearer ${simulator.apiKey}`, 'content-type': 'application/json' },
				body: JSON.stringify({ completedOnOrAfter: new Date(now - OPTIONS.lookbackDays * DAY).toISOString() }),
			});
			return await response.text();
		};
		const answer = await fetchAnswer();
		const { userScores: users } = JSON.parse(answer) as { userScores: User[] };
		return {
			reports: users.flatMap(({ scoreReports }) => scoreReports).length,
			answerBytes: answer.length,
			answerMs: await median(fetchAnswer),
			pollMs: await median(async () => {
				if ((await nodeType.poll.call(context)) !== null) throw new Error('Nothing was new');
			}),
			findMs: await median(() => findNothing(stored, users, now)),
			stateBytes: JSON.stringify(stored).length,
		};
	} finally {
		await simulator.close();
	}
}

function findNothing(stored: unknown, users: User[], now: number): void {
	if (!isCursor(stored)) throw new Error('The cursor could not be read again');
	const scores = new NewScores({ ...stored, account: OPTIONS.account }, now, OPTIONS);
	for (const user of users) scores.take(user);
	const { found } = scores.result();
	if (found.length > 0) throw new Error('Nothing was new');
}

async function median(run: () => unknown): Promise<number> {
	const times: number[] = [];
	for (let round = 0; round < ROUNDS; round += 1) {
		const begun = performance.now();
		await run();
		times.push(performance.now() - begun);
	}
	return times.sort((left, right) => left - right)[Math.floor(ROUNDS / 2)] ?? 0;
}
