import { expect, it, vi } from 'vitest';

import { pacerOf } from '../../../nodes/api/pacing/accountPacers.ts';

const time = vi.hoisted(() => ({ now: 1_000_000 }));

vi.mock('../../../nodes/api/pacing/clock.ts', () => ({
	systemClock: { now: () => time.now, sleep: async () => await Promise.resolve() },
}));

it('keeps one pacer per account, and forgets it once nothing of it counts any more', async () => {
	const used = pacerOf('used');
	const place = await used.takeTurn({ waitUntil: time.now });
	expect(pacerOf('another')).not.toBe(used);
	expect(pacerOf('used')).toBe(used);
	if (place.kind === 'turn') place.turn.settle({ status: 200 });
	time.now += 1_199_000;
	pacerOf('another');
	expect(pacerOf('used')).toBe(used);
	time.now += 3_000;
	pacerOf('another');
	expect(pacerOf('used')).not.toBe(used);
});
