import { expect, it, vi } from 'vitest';

import { actionNode, byEmail } from '../action/support.ts';
import { executeContext } from '../support/n8nContext.ts';
import { useSimulator } from '../support/simulator.ts';

// Pacing would take long: waits are 20 times shorter.
vi.mock('../../../nodes/api/pacing/clock.ts', async () => {
	const { fastTime } = await import('../support/fastTime.ts');
	const systemClock = fastTime(20);
	return { systemClock, wallNow: () => systemClock.now() };
});

const service = useSimulator();

it.each([
	{ items: 100, hints: 1 },
	{ items: 10, hints: 0 },
])('a run of $items items gets $hints hints', async ({ items, hints }) => {
	const { credentials } = service();
	const node = actionNode(credentials, 'score.get', { user: byEmail('candidate001@example.com') });
	const { context, nodeType } = executeContext(
		node,
		Array.from({ length: items }, () => ({ json: {} })),
	);
	await nodeType.execute?.call(context);
	expect(context.hints).toHaveLength(hints);
	for (const hint of context.hints) {
		expect(hint).toMatchObject({ type: 'info', location: 'outputPane' });
		// 100 items at 5 a second, more where answers take their time.
		expect(hint.message).toMatch(/^(\d+ min.*|19 s|[2-9]\d s) of this run.*5 requests a second and 2000 in 20 minutes/);
	}
});
