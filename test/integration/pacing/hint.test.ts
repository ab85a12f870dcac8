import { expect, it, vi } from 'vitest';

import { actionNode, byEmail } from '../action/support.ts';
import { executeContext } from '../support/n8nContext.ts';
import { useSimulator } from '../support/simulator.ts';

// Every wait is over at once, and time is what was waited.
vi.mock('../../../nodes/api/pacing/clock.ts', () => {
	let now = Date.now();
	return {
		systemClock: {
			now: () => now,
			sleep: async (ms: number) => {
				const end = now + ms;
				await new Promise((resolve) => setTimeout(resolve, 2));
				now = Math.max(now, end);
			},
		},
	};
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
		// 100 items at 5 a second. A slow machine makes the travel times, and with them the waits, longer.
		expect(hint.message).toMatch(/^(19|[2-9]\d) s of this run.*5 requests a second and 2000 in 20 minutes/);
	}
});
