import { setTimeout as delay } from 'node:timers/promises';

import { describe, expect, it } from 'vitest';

import { useAccounts } from '../support/accounts.ts';
import { engines } from '../support/engines.ts';
import { usePlayground } from '../../../playground/vitest.ts';
import { seenBy } from './seenBy.ts';
import { activate, emittedEvents, pollWorkflow, rounds, scoreCandidates } from './workflows.ts';

const troubles = [{ kind: 'status', status: 503 }, { kind: 'status', status: 401 }, { kind: 'hang' }] as const;

describe.each(engines)('polling workflows of three accounts ($name)', ({ env }) => {
	const playground = usePlayground({ env, editor: false });
	const accounts = useAccounts(playground, troubles.length);

	it('go on by themselves where n8n starts while their services give 503, 401 and nothing', async () => {
		const { api, restart } = playground();
		const polling = await Promise.all(
			accounts().map(async ({ simulator, credentials }) => {
				const workflow = await pollWorkflow(api, credentials);
				return { simulator, workflow, scored: [] as string[] };
			}),
		);
		for (const { workflow } of polling) await activate(api, workflow);
		await Promise.all(polling.map(({ simulator }) => rounds(simulator, 1)));
		for (const [index, fault] of troubles.entries()) {
			await polling[index]?.simulator.control.inject({ match: { path: '/scores' }, fault, times: 'always' });
		}
		for (const { simulator, scored } of polling) scored.push(...(await scoreCandidates(simulator, 2)));
		await restart();
		for (const { simulator, scored } of polling) scored.push(...(await scoreCandidates(simulator, 1)));
		// n8n tries five times in 15 s, and would give up the trigger then.
		await delay(25_000);
		for (const { simulator } of polling) await simulator.control.clearFaults();
		for (const { workflow, scored } of polling) await seenBy(api, [workflow], scored);
		await Promise.all(polling.map(({ simulator }) => rounds(simulator, 2)));
		for (const { workflow, scored } of polling) {
			const emitted = await emittedEvents(api, workflow);
			expect(emitted.map(({ userAssessmentId }) => userAssessmentId).sort()).toEqual(scored.sort());
		}
	});
});
