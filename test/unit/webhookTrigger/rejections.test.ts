import { expect, it } from 'vitest';

import { linesAbout } from '../../../nodes/EnterpriseAssessmentTrigger/rejections.ts';

const rejected = (trigger: string, now: number) => linesAbout("it isn't signed", trigger, now);

it('logs ten rejected events of a trigger in a minute, then their number with the next one', () => {
	const lines = Array.from({ length: 5_000 }, (_, index) => rejected('forged', index * 10)).flat();
	const line = "An event was rejected because it isn't signed";
	expect(lines).toEqual(Array.from({ length: 10 }, () => line));
	expect(rejected('other', 59_999)).toEqual([line]);
	expect(rejected('forged', 59_999)).toEqual([]);
	expect(rejected('forged', 60_000)).toEqual([
		'4991 more events were rejected in the minute after 1970-01-01T00:00:00.000Z',
		line,
	]);
	expect(rejected('forged', 120_000)).toEqual([line]);
	// After the clock was set back, the log isn't silent until then.
	expect(rejected('forged', 0)).toEqual([line]);
});
