import { expect, it } from 'vitest';

import { pacerOf } from '../../../nodes/api/pacing/accountPacers.ts';
import { VirtualTime } from './support/virtualTime.ts';

it('keeps one pacer per account, and forgets it once nothing of it counts any more', async () => {
	const time = new VirtualTime();
	const used = pacerOf('used', time);
	const result = await used.takeTurn({ waitUntil: time.now() });
	expect(pacerOf('another', time)).not.toBe(used);
	expect(pacerOf('used', time)).toBe(used);
	if (result.kind === 'turn') result.turn.settle({ status: 200 });
	await time.pass(1_199_999);
	pacerOf('another', time);
	expect(pacerOf('used', time)).toBe(used);
	await time.pass(1);
	pacerOf('another', time);
	expect(pacerOf('used', time)).not.toBe(used);
});
