import { expect, it } from 'vitest';

import { usePlayground } from '../../../playground/vitest.ts';
import { sendWhile } from './support/manyEvents.ts';
import { addTriggerWorkflow } from './support/trigger.ts';

// With n8n's default expression engine a slow machine can take longer to run what arrives in a burst after a restart than
// n8n gives itself for a graceful stop; what is cut off then is no matter of the trigger.
const playground = usePlayground({ env: { N8N_EXPRESSION_ENGINE: 'legacy' } });

it('200 events, redelivered until answered, over three graceful restarts: each ran exactly once', async () => {
	const { api, restart } = playground();
	const workflow = await addTriggerWorkflow(playground(), 'Restarted');
	expect((await api.workflows.activate(workflow.id)).status).toBe('published');
	const outcome = await sendWhile(playground(), workflow.id, { events: 200, everyMs: 150 }, async () => {
		for (let count = 0; count < 3; count++) await restart();
	});
	expect(outcome.sent.filter((id) => outcome.successes.get(id) !== 1)).toEqual([]);
	expect(outcome.otherEnds).toEqual({});
	// Otherwise nothing was ever delivered into a restart.
	expect(outcome.failedDeliveries).toBeGreaterThan(0);
}, 300_000);
