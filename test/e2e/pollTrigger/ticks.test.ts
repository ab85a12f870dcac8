import { describe, expect, it, vi } from 'vitest';

import { usePlayground } from '../../../playground/vitest.ts';
import { isFirstGeneration } from '../../firstGeneration.ts';
import {
	activate,
	emittedScores,
	patience,
	pollWorkflow,
	rounds,
	scoreCandidates,
	seenBy,
} from '../support/triggers.ts';

/** With these settings, n8n 2.x keeps polls as jobs in its database. The intervals make polls run on time. */
const SCHEDULER = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_TRIGGER_NODE_MODE: 'new',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_SCHEDULER_EXECUTOR_INTERVAL: '1',
	N8N_SCHEDULER_MATERIALIZATION_INTERVAL: '2',
};

const ways = [
	{ way: 'in memory', env: {} },
	{ way: 'as jobs of its database scheduler', env: SCHEDULER },
].slice(0, isFirstGeneration ? 1 : 2);

const scores = { match: { path: '/scores' } };
const unavailable = { ...scores, fault: { kind: 'status', status: 503 } } as const;

describe.each(ways)('n8n that polls $way', ({ env }) => {
	const playground = usePlayground({ env, editor: false });

	it(
		'sends one request a tick and returns each score once, through 503s, a rename, an outage and kill -9',
		{ timeout: 600_000 },
		async () => {
			const { api, simulator, kill9, restart } = playground();
			const { control } = simulator;
			const [, , , , placement] = (await control.state()).assessments;
			if (placement === undefined) throw new Error('The account has no placement test');
			const { assessmentId, name } = placement;
			const filters = { assessmentNames: [name] };
			const workflow = await pollWorkflow(playground(), { seconds: 5, filters });
			const failures = async () => (await api.executions.list({ workflowId: workflow, status: ['error'] })).length;
			await activate(api, workflow);
			const scored: string[] = [];
			const score = async () => {
				scored.push(...(await scoreCandidates(simulator, 1, assessmentId)));
			};

			await control.clearRequests();
			await rounds(simulator, 3);
			expect(new Set((await control.requests()).map(({ endpoint }) => endpoint))).toEqual(new Set(['/scores']));

			await score();
			await control.inject({ ...unavailable, times: 2 });
			await seenBy(api, [workflow], scored);
			await control.renameAssessment({ assessmentId, name: 'Placement of this year' });
			await rounds(simulator, 2);
			await control.renameAssessment({ assessmentId, name });
			await score();
			await seenBy(api, [workflow], scored);
			expect(await failures()).toBe(0);

			const outage = await control.inject({ ...unavailable, times: 'always' });
			await vi.waitFor(async () => expect(await failures()).toBeGreaterThan(1), patience);
			await score();
			await control.clearFaults({ faultId: outage.faultId });
			await seenBy(api, [workflow], scored);

			const slow = { kind: 'latency', minMs: 60_000, maxMs: 60_000 } as const;
			const { faultId } = await control.inject({ ...scores, fault: slow, times: 'always' });
			await score();
			await vi.waitUntil(async () => (await control.faults()).some(({ hits }) => hits > 0), patience);
			await kill9();
			await control.clearFaults({ faultId });
			await score();
			await restart();
			await seenBy(api, [workflow], scored);
			await rounds(simulator, 3);
			expect((await emittedScores(api, workflow)).sort()).toEqual(scored.sort());
		},
	);
});
