import { setTimeout as delay } from 'node:timers/promises';

import { describe, expect, it, vi } from 'vitest';

import { usePlayground } from '../../../playground/vitest.ts';
import { useAccounts } from '../support/accounts.ts';
import { engines } from '../support/engines.ts';
import {
	activate,
	emittedEvents,
	patience,
	pollWorkflow,
	redeliverRefused,
	rounds,
	scoreCandidates,
	seenBy,
	TRIGGER,
	webhookWorkflow,
} from './workflows.ts';

const TROUBLES = [
	{ fault: { kind: 'hang' }, reason: "The service didn't answer" },
	{ fault: { kind: 'status', status: 401 }, reason: "The service didn't accept the API key" },
	{ fault: { kind: 'status', status: 503 }, reason: 'status 503' },
] as const;

describe.each(engines)('polling workflows ($name)', ({ env }) => {
	const playground = usePlayground({ env, editor: false });
	const accounts = useAccounts(playground, TROUBLES.length);
	const inTrouble = () => accounts().map((account, index) => ({ ...account, ...(TROUBLES[index] ?? TROUBLES[0]) }));

	it(
		'give each score once, as the webhook does, across kill -9 and a start in trouble',
		{ timeout: 600_000 },
		async () => {
			const { api, simulator, credentials, kill9, restart } = playground();
			const { control } = simulator;
			// What n8n runs but answers late would be sent again below, and rightly run again.
			await control.configure({ deliveryTimeoutMs: 60_000 });
			const polling = [await pollWorkflow(api, credentials), await pollWorkflow(api, credentials)];
			const all = [await webhookWorkflow(api, credentials), ...polling];
			const publishInTrouble = async (account: ReturnType<typeof inTrouble>[number]) => {
				const workflow = await pollWorkflow(api, account.credentials);
				await activate(api, workflow);
				return { ...account, workflow, scored: [] as string[] };
			};
			const troubled = await Promise.all(inTrouble().map(publishInTrouble));
			for (const workflow of all) await activate(api, workflow);
			await rounds(simulator, 2 * polling.length);
			const scored = await scoreCandidates(simulator, 7);
			const sample = await api.workflows.run(polling[0] ?? '', { trigger: TRIGGER });
			expect(scored).toContain(sample.items(TRIGGER)[0]?.json.userAssessmentId);
			await seenBy(api, all, scored);

			// Killed in the middle of a poll: the request has arrived, the answer has not.
			const { faultId } = await control.inject({
				match: { path: '/scores' },
				fault: { kind: 'latency', minMs: 60_000, maxMs: 60_000 },
				times: 'always',
			});
			scored.push(...(await scoreCandidates(simulator, 3)));
			await seenBy(api, all.slice(0, 1), scored);
			await vi.waitUntil(async () => (await control.faults()).some(({ hits }) => hits > 0), patience);
			await kill9();
			await control.clearFaults({ faultId });
			scored.push(...(await scoreCandidates(simulator, 5)));
			for (const one of troubled) {
				await one.simulator.control.inject({ match: { path: '/scores' }, fault: one.fault, times: 'always' });
				one.scored.push(...(await scoreCandidates(one.simulator, 2)));
			}
			await control.idle();
			await restart();
			// n8n tries five times in 15 s, and would give up the triggers in trouble then.
			const givenUp = delay(20_000);
			await redeliverRefused(simulator);
			scored.push(...(await scoreCandidates(simulator, 5)));
			await seenBy(api, all, scored);
			await rounds(simulator, polling.length);
			await givenUp;
			for (const one of troubled) await one.simulator.control.clearFaults();
			await Promise.all(troubled.map(async (one) => await seenBy(api, [one.workflow], one.scored)));
			await Promise.all(troubled.map(async (one) => await rounds(one.simulator, 1)));

			const [webhook = [], ...polls] = await Promise.all(
				all.map(async (workflow) => await emittedEvents(api, workflow)),
			);
			expect(scored).toHaveLength(20);
			expect(webhook.map(({ userAssessmentId }) => userAssessmentId).sort()).toEqual([...scored].sort());
			for (const events of polls) expect(byId(events)).toEqual(byId(webhook));
			for (const one of troubled) expect(await emittedEvents(api, one.workflow)).toHaveLength(one.scored.length);
		},
	);
});

function byId(events: Awaited<ReturnType<typeof emittedEvents>>): unknown[] {
	return events.map((event) => `${String(event.userAssessmentId)} ${String(event.eventId)}`).sort();
}
