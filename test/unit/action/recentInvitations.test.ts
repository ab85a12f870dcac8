import { expect, it } from 'vitest';

import type { RecentInvitation } from '../../../nodes/EnterpriseAssessment/resources/assignment/recent.ts';
import { RecentInvitations } from '../../../nodes/EnterpriseAssessment/resources/assignment/recent.ts';

const invitation = (): RecentInvitation => ({ names: {}, assessmentId: 'a' });

function atNoon() {
	let now = 0;
	const byKey = new Map<string, Set<RecentInvitation>>();
	const clock = { now: () => now, sleep: async () => await Promise.resolve() };
	return { recent: new RecentInvitations(clock, byKey), byKey, pass: (ms: number) => (now += ms) };
}

it('an invitation is found by any of its keys, once, until two minutes after its end', () => {
	const { recent, pass } = atNoon();
	const [one, other] = [invitation(), invitation()];
	recent.add(one, ['email', 'identifier']);
	recent.add(other, ['email']);
	pass(60 * 60_000);
	expect(recent.of(['email', 'identifier'])).toEqual([one, other]);
	recent.end(one);
	pass(119_999);
	expect(recent.of(['identifier'])).toEqual([one]);
	pass(1);
	expect(recent.of(['identifier'])).toEqual([]);
});

it('keeps none but those of the last four minutes, however many people are invited', () => {
	const { recent, byKey, pass } = atNoon();
	for (let person = 0; person < 10_000; person += 1) {
		const one = invitation();
		recent.add(one, [`person ${person}`]);
		pass(200);
		recent.end(one);
	}
	expect(byKey.size).toBeLessThanOrEqual(1_200);
});
