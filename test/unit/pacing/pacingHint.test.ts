import { expect, it } from 'vitest';

import { pacingHint } from '../../../nodes/EnterpriseAssessment/runner/pacingHint.ts';

it.each([
	[9_999, undefined],
	[10_000, '10 s'],
	[61_000, '1 min 1 s'],
	[600_000, '10 min 0 s'],
])('a run that waited %s ms is told of %s', (waitedMs, duration) => {
	const hint = pacingHint(waitedMs);
	expect(hint?.message.split(' of this run')[0]).toBe(duration);
});
