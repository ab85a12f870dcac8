import { setTimeout as delay } from 'node:timers/promises';

import { describe, expect, it, vi } from 'vitest';

import { headless } from '../../playground/n8nEnvironment.ts';
import { usePlayground } from '../../playground/vitest.ts';
import { isFirstGeneration } from '../firstGeneration.ts';
import { activate, emittedEvents, engines, failures, patience, pollWorkflow, rounds } from './support/triggers.ts';
import { scoreCandidates, seenBy, TRIGGER, useAccounts, webhookWorkflow } from './support/triggers.ts';

/** With these settings, n8n 2.x keeps polls as jobs in its database. The intervals make polls run on time. */
const SCHEDULER = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_TRIGGER_NODE_MODE: 'new',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_SCHEDULER_EXECUTOR_INTERVAL: '1',
	N8N_SCHEDULER_MATERIALIZATION_INTERVAL: '2',
};

const ways = [
	...engines.map(({ name, env }) => ({ way: `in memory, with ${name}`, env })),
	...(isFirstGeneration ? [] : [{ way: 'as jobs of its database scheduler', env: SCHEDULER }]),
];

const troubles = [{ kind: 'hang' }, { kind: 'status', status: 401 }, { kind: 'status', status: 503 }] as const;
const scores = { match: { path: '/scores' } };
const unavailable = { ...scores, fault: { kind: 'status', status: 503 } } as const;
/** n8n polls again during the pause before the retry. */
const pausing = { kind: 'status', status: 503, headers: { 'Retry-After': '3' } } as const;
const endless = { ...scores, fault: { kind: 'latency', minMs: 60_000, maxMs: 60_000 }, times: 'always' } as const;

const sorted = (events: Awaited<ReturnType<typeof emittedEvents>>) =>
	events.map((event) => JSON.stringify(event)).sort();

// These run side by side, because they mostly wait for polls.
describe.concurrent.each(ways)('an n8n that polls $way', { timeout: 1_200_000 }, ({ env }) => {
	// Polls with n8n's default expression engine take much more processor time.
	const playground = usePlayground({ env: { ...headless, N8N_EXPRESSION_ENGINE: 'legacy', ...env } });
	const newAccount = useAccounts(playground);

	it('returns each score once despite 503s, a rename, an outage, kill -9 and a start while the service fails', async () => {
		const { api, simulator, kill9, restart } = playground();
		const { control } = simulator;
		const [, , , , placement] = (await control.state()).assessments;
		if (placement === undefined) throw new Error('The account has no placement test');
		const { assessmentId, name } = placement;
		// If n8n ran an event but responded late, the redelivery below would correctly run it again.
		await control.configure({ deliveryTimeoutMs: 60_000 });
		const filtered = await pollWorkflow(playground(), { assessmentNames: [name] }, 5);
		const polling = [await pollWorkflow(playground()), filtered];
		const { id: webhook } = await webhookWorkflow(playground());
		const all = [webhook, ...polling];
		const scored: string[] = [];
		const score = async (count: number) => {
			scored.push(...(await scoreCandidates(simulator, count, assessmentId)));
		};
		const publishInTrouble = async (fault: (typeof troubles)[number]) => {
			const place = await newAccount();
			// Only the polls at n8n's start matter, and each poll takes processor time.
			const workflow = await pollWorkflow(place, {}, 10);
			await activate(api, workflow);
			return { ...place, fault, workflow, scored: [] as string[] };
		};
		const troubled = await Promise.all(troubles.map(publishInTrouble));
		await activate(api, ...all);
		await control.clearRequests();
		await rounds(simulator, 2 * polling.length);
		expect(new Set((await control.requests()).map(({ endpoint }) => endpoint))).toEqual(new Set(['/scores']));

		await score(7);
		const sample = await api.workflows.run(filtered, { trigger: TRIGGER });
		expect(scored).toContain(sample.items(TRIGGER)[0]?.json.userAssessmentId);
		await control.inject({ ...scores, fault: pausing, times: 2 });
		await seenBy(api, all, scored);
		await control.renameAssessment({ assessmentId, name: 'Placement of this year' });
		await rounds(simulator, 2 * polling.length);
		await control.renameAssessment({ assessmentId, name });
		await score(1);
		await seenBy(api, all, scored);
		for (const workflow of polling) expect(await failures(api, workflow)).toEqual([]);

		const outage = await control.inject({ ...unavailable, times: 'always' });
		await vi.waitFor(async () => expect((await failures(api, filtered)).length).toBeGreaterThan(1), patience);
		await score(1);
		await control.clearFaults({ faultId: outage.faultId });
		await seenBy(api, all, scored);

		// n8n is killed in the middle of a poll, when the request has arrived but the response hasn't.
		const { faultId } = await control.inject(endless);
		await score(3);
		await seenBy(api, [webhook], scored);
		await vi.waitUntil(async () => (await control.faults()).some(({ hits }) => hits > 0), patience);
		await kill9();
		await control.clearFaults({ faultId });
		await score(5);
		for (const one of troubled) {
			await one.simulator.control.inject({ ...scores, fault: one.fault, times: 'always' });
			one.scored.push(...(await scoreCandidates(one.simulator, 2)));
		}
		await control.idle();
		await restart();
		// n8n tries five times in 15 s to start a trigger, and would then give up on a failing one.
		const givenUp = delay(20_000);
		// Redelivers the events that n8n missed, although the service doesn't promise this. While n8n was starting, it would have
		// been too early, because n8n then responds with 200 to everything and drops it.
		for (const { deliveryId, status } of await control.deliveries())
			if (status !== 200) await control.redeliver({ deliveryId });
		await score(5);
		await seenBy(api, all, scored);
		await rounds(simulator, 2 * polling.length);
		await givenUp;
		for (const one of troubled) await one.simulator.control.clearFaults();
		for (const one of troubled) await seenBy(api, [one.workflow], one.scored);
		await Promise.all(troubled.map(async (one) => await rounds(one.simulator, 1)));

		const byWebhook = await emittedEvents(api, webhook);
		expect(byWebhook.map(({ userAssessmentId }) => userAssessmentId).sort()).toEqual([...scored].sort());
		for (const workflow of polling) expect(sorted(await emittedEvents(api, workflow))).toEqual(sorted(byWebhook));
		for (const one of troubled) expect(await emittedEvents(api, one.workflow)).toHaveLength(one.scored.length);
	});
});
