import { describe, expect, it } from 'vitest';

import { usePlayground } from '../../../playground/vitest.ts';
import { isFirstGeneration } from '../../firstGeneration.ts';
import { engines } from '../support/engines.ts';
import { seenBy, WAIT_MS } from './seenBy.ts';
import {
	activate,
	emittedEvents,
	pollWorkflow,
	redeliverRefused,
	rounds,
	scoreCandidates,
	until,
	webhookWorkflow,
} from './workflows.ts';

const durableScheduler = {
	name: 'the durable scheduler',
	env: {
		N8N_SCHEDULER_ENABLED: 'true',
		N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
		N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
	},
};

/** Every way in which n8n keeps what a poll trigger stores. */
const waysToStore = isFirstGeneration ? engines : [...engines, durableScheduler];

describe.each(waysToStore)('$name', ({ env }) => {
	const playground = usePlayground({ env, editor: false });

	it(
		'two polling workflows and one with the webhook see the same 20 scores once, across kill -9',
		{ timeout: 600_000 },
		async () => {
			const { api, simulator, credentials, kill9, restart } = playground();
			const { control } = simulator;
			// What n8n runs but answers late would be sent again below, and rightly run again.
			await control.configure({ deliveryTimeoutMs: 60_000 });
			const polling = [await pollWorkflow(api, credentials), await pollWorkflow(api, credentials)];
			const all = [await webhookWorkflow(api, credentials), ...polling];
			for (const workflow of all) await activate(api, workflow);
			await rounds(simulator, 2 * polling.length);

			const scored = await scoreCandidates(simulator, 7);
			await seenBy(api, all, scored);

			// Killed in the middle of a poll: the request has arrived, the answer has not.
			const { faultId } = await control.inject({
				match: { path: '/scores' },
				fault: { kind: 'latency', minMs: 60_000, maxMs: 60_000 },
				times: 'always',
			});
			scored.push(...(await scoreCandidates(simulator, 3)));
			await seenBy(api, all.slice(0, 1), scored);
			await until(async () => (await control.faults()).some(({ hits }) => hits > 0), WAIT_MS);
			await kill9();
			await control.clearFaults({ faultId });
			scored.push(...(await scoreCandidates(simulator, 5)));
			await control.idle();
			await restart();
			await redeliverRefused(simulator);
			await seenBy(api, all, scored);

			scored.push(...(await scoreCandidates(simulator, 5)));
			await seenBy(api, all, scored);
			await rounds(simulator, 2 * polling.length);

			const [webhook = [], ...polls] = await Promise.all(
				all.map(async (workflow) => await emittedEvents(api, workflow)),
			);
			expect(scored).toHaveLength(20);
			expect(webhook.map(({ userAssessmentId }) => userAssessmentId).sort()).toEqual([...scored].sort());
			for (const events of polls) expect(byId(events)).toEqual(byId(webhook));
		},
	);
});

function byId(events: Array<{ userAssessmentId: unknown; eventId: unknown }>): unknown[] {
	return events.map((event) => `${String(event.userAssessmentId)} ${String(event.eventId)}`).sort();
}
