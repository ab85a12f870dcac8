import { beforeEach, expect, it, vi } from 'vitest';

import { monotonicClock } from '../../../nodes/api/pacing/clock.ts';
import { hold, keepMade, owedTo } from '../../../nodes/EnterpriseAssessment/resources/assignment/recent.ts';
import type { ItemOfRun } from '../../../nodes/EnterpriseAssessment/operation.ts';

const DAY_MS = 24 * 60 * 60_000;

let now = 0;
const pass = (ms: number) => (now += ms);

beforeEach(() => {
	// Until then, what earlier tests left is forgotten.
	pass(2 * DAY_MS);
	const spy = vi.spyOn(monotonicClock, 'now').mockImplementation(() => now);
	return () => spy.mockRestore();
});

function made(...keys: string[]) {
	const assigned = { userId: 'nora', userAssessmentId: 'hers', signInUrl: 'link' };
	return { identifiers: {}, asGiven: {}, name: {}, assessmentId: 'a', assignedGroups: [], keys, assigned };
}

function itemWith(cancel?: AbortSignal) {
	const item: ItemOfRun = { input: { json: {} }, whenOver: [], cancel };
	return { ...item, over: (isOutput: boolean) => item.whenOver.forEach((end) => end(isOutput)) };
}

/** What an item is owed by a person's key. */
const of = (key: string, item: ItemOfRun) => owedTo([key], item);

it('an assignment is owed to the item that holds it, and to any other after a failure or cancel, until one has output it', () => {
	const cancel = new AbortController();
	const [failed, canceled, last] = [itemWith(), itemWith(cancel.signal), itemWith()];
	const one = made('email', 'identifier');
	keepMade(one, failed);
	expect([of('email', failed), of('identifier', failed), of('unknown', failed)]).toEqual([[one], [one], []]);
	expect(of('email', canceled)).toEqual([]);
	failed.over(false);
	hold(one, canceled);
	expect(of('email', last)).toEqual([]);
	// Another execution can take it over before the canceled one has ended, which then changes nothing.
	cancel.abort();
	expect(of('email', last)).toEqual([one]);
	hold(one, last);
	canceled.over(false);
	expect(of('email', failed)).toEqual([]);
	last.over(true);
	expect([of('email', failed), of('email', last)]).toEqual([[], []]);
});

it('the last 10,000 owed assignments are kept for a day', () => {
	for (let person = 0; person < 10_050; person += 1) {
		const item = itemWith();
		keepMade(made(`person ${person}`), item);
		item.over(false);
	}
	const keptOf = (...people: number[]) => people.map((person) => of(`person ${person}`, itemWith()).length);
	expect(keptOf(49, 50, 10_049)).toEqual([0, 1, 1]);
	pass(DAY_MS - 1);
	expect(keptOf(50, 10_049)).toEqual([1, 1]);
	pass(1);
	expect(keptOf(50, 10_049)).toEqual([0, 0]);
});
