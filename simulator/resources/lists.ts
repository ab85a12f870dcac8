import { asOf, type UserAssessmentRecord, type UserRecord } from '../account/records.ts';
import type { Clock } from '../clock.ts';
import type { Random } from '../random.ts';
import type { Settings } from '../settings.ts';

/** Decides which elements a list shows, and in which order. The specification doesn't define the delay or the order. */

type Present = Readonly<{ clock: Clock; chance: Random; settings: Settings }>;

type List = keyof Settings['appearAfterMs'];

export function usersIn(list: List, users: Iterable<UserRecord>, { settings, clock }: Present): UserRecord[] {
	return [...users].filter(({ createdAt }) => createdAt <= clock.now() - settings.appearAfterMs[list]);
}

export function assignmentsOf(user: UserRecord, { settings, clock }: Present): UserAssessmentRecord[] {
	return asOf(user, settings.appearAfterMs.assignments, clock.now());
}

export function reportsIn(list: 'score' | 'scores', user: UserRecord, present: Present): UserAssessmentRecord[] {
	const { settings, clock } = present;
	const reports = asOf(user, settings.appearAfterMs[list], clock.now());
	const shown = settings.pendingHasCompleted
		? reports
		: reports.map((report) => (report.status === 'ScorePending' ? { ...report, completedAt: null } : report));
	return inOrder(shown, present);
}

/** @param items in creation order */
export function inOrder<Item>(items: Iterable<Item>, { settings, chance }: Present): Item[] {
	if (settings.listOrder === 'creation') return [...items];
	if (settings.listOrder === 'newestFirst') return [...items].reverse();
	const drawn = Array.from(items, (item) => ({ item, place: chance.next() }));
	return drawn.sort((left, right) => left.place - right.place).map(({ item }) => item);
}
