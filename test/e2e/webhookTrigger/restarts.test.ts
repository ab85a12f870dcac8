import { expect, it } from 'vitest';

import { usePlayground } from '../../../playground/vitest.ts';
import { sendWhile } from './support/manyEvents.ts';
import { addTriggerWorkflow } from './support/trigger.ts';

const playground = usePlayground();

it('200 events, redelivered until answered, over three graceful restarts: each ran exactly once', async () => {
	const { api, restart } = playground();
	const workflow = await addTriggerWorkflow(playground(), 'Restarted');
	expect((await api.workflows.activate(workflow.id)).status).toBe('published');
	const outcome = await sendWhile(playground(), workflow.id, { events: 200, everyMs: 100 }, async () => {
		for (let count = 0; count < 3; count++) await restart();
	});
	const ran = Object.fromEntries(outcome.successes);
	expect(ran).toEqual(Object.fromEntries(outcome.sent.map((id) => [id, 1])));
	expect(outcome.otherEnds).toEqual({});
	// Otherwise nothing was ever delivered into a restart.
	expect(outcome.failedDeliveries).toBeGreaterThan(0);
}, 300_000);
