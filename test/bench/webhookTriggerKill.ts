import { setTimeout as delay } from 'node:timers/promises';

import { startPlayground } from '../../playground/playground.ts';
import type { Playground } from '../../playground/playground.ts';
import { chain, startNode } from '../../playground/workflows/build.ts';
import { actionNode } from '../../playground/workflows/nodes.ts';
import { sendWhile } from '../e2e/webhookTrigger/support/manyEvents.ts';
import { addTriggerWorkflow } from '../e2e/webhookTrigger/support/trigger.ts';

// What `kill -9` costs: events that n8n had answered but not run are lost, by n8n itself, and can be read afterwards.
const EVENTS = 200;
const KILLS = 3;

async function killAndRestart({ kill9, restart }: Playground): Promise<void> {
	for (let count = 0; count < KILLS; count++) {
		await delay(1_500);
		await kill9();
		await restart();
	}
}

/** The documented way: everything completed since shortly before, by the action node. */
async function readAgain({ api, credentials }: Playground, since: Date): Promise<Set<string>> {
	const parameters = {
		resource: 'score',
		operation: 'getAll',
		returnAll: true,
		output: 'scoreReports',
		filters: { completedOnOrAfter: since.toISOString() },
	};
	const workflow = chain('Catch up', [startNode, actionNode('Catch Up', parameters, credentials)]);
	const { id } = await api.workflows.create(workflow);
	const execution = await api.workflows.run(id);
	return new Set(execution.items('Catch Up').map(({ json }) => String(json.userAssessmentId)));
}

const playground = await startPlayground({ env: { N8N_EXPRESSION_ENGINE: 'legacy' } });
try {
	const workflow = await addTriggerWorkflow(playground, 'Killed');
	const { status, errors } = await playground.api.workflows.activate(workflow.id);
	if (status !== 'published') throw new Error(`${status} ${errors.join()}`);
	// The events' assessments were completed within the last day.
	const since = new Date(Date.now() - 2 * 24 * 60 * 60_000);
	const outcome = await sendWhile(playground, workflow.id, { events: EVENTS, everyMs: 60 }, () =>
		killAndRestart(playground),
	);
	const lost = outcome.sent.filter((id) => !outcome.successes.has(id));
	const twice = [...outcome.successes.values()].filter((count) => count > 1).length;
	const readable = await readAgain(playground, since);
	console.log(`${EVENTS} events, redelivered until answered with 200, while n8n was killed ${KILLS} times:`);
	console.table({
		deliveries: outcome.deliveries,
		'of them not answered with 200': outcome.failedDeliveries,
		'of them answered with 200 while n8n was starting up, so sent again': outcome.answeredTooEarly,
		'events run exactly once': EVENTS - lost.length - twice,
		'events run more than once': twice,
		'events lost': lost.length,
		'of the lost, read again with Get Many (Score)': lost.filter((id) => readable.has(id)).length,
		...Object.fromEntries(Object.entries(outcome.otherEnds).map(([end, count]) => [`executions ${end}`, count])),
	});
	if (!lost.every((id) => readable.has(id))) throw new Error('A lost event could not be read again');
} finally {
	await playground.stop();
}
