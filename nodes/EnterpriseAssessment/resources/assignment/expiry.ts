import { monotonicClock, systemNow } from '../../../api/pacing/clock';
import { withLock } from '../../../api/pacing/lock';
import { isDeprecatedVersion } from '../../../api/request/account';
import { readList } from '../../../api/request/readList';
import { valueOrThrow } from '../../../api/request/request';
import type { Assignment } from '../../../api/specification/types';
import { DAY_MS, parseIsoTimestamp } from '../../../api/specification/values';
import { filledIn } from '../../../shared/parameters/values';
import type { InputItem } from '../../operation';

/** The statuses of unfinished assignments (specification: Statuses). */
export const OPEN_STATUSES = ['NotStarted', 'InProgress'];

/** A time before any assignment, because POST /assignments requires a start date. */
export const BEGINNING = Date.UTC(2000, 0, 1);

/** The first read covers only the last hundred days, because most open assignments are that recent. */
const FIRST_READING_MS = 100 * DAY_MS;

/** An older read can't prove that an assignment has expired, because its expiry date can change. */
const EXPIRIES_FRESH_MS = 60_000;

/** Each read overlaps the last one by this much, because clocks differ and assignments show up late. */
const OVERLAP_MS = 60 * 60_000;

/** When the open assignments of an account expire. */
interface Expiries {
	/** The expiry date of each assignment by userAssessmentId, in ms since the epoch. */
	known: Map<string, number>;
	/** When the last hundred days were last read. */
	readAt: number;
	/** Whether all earlier days were read since then. */
	isWhole: boolean;
}

/** The expiry dates of each account. Lives as long as the process. */
const accounts = new Map<string, Expiries>();

function expiriesOf(accountId: string): Expiries {
	const expiries = accounts.get(accountId) ?? { known: new Map<string, number>(), readAt: 0, isWhole: false };
	accounts.set(accountId, expiries);
	return expiries;
}

/** Whether an open assignment has expired, which only POST /assignments shows. One that's missing there is too new to have expired. */
export async function hasExpired(item: InputItem, userAssessmentId: string): Promise<boolean> {
	const { id, apiVersion } = item.account;
	if (isDeprecatedVersion(apiVersion)) return false;
	const expiries = expiriesOf(id);
	const { known } = expiries;
	// Adds to `known`.
	const read = async (from: number) => await readAssignments(item, { from, statuses: OPEN_STATUSES }, () => []);
	// One item at a time, so the first one reads the list for all of them.
	return await withLock([`${id} expiries`], async () => {
		const now = monotonicClock.now();
		const isKnownToBeOpen = (known.get(userAssessmentId) ?? 0) > systemNow();
		if (!isKnownToBeOpen && now - expiries.readAt > EXPIRIES_FRESH_MS) {
			known.clear();
			expiries.isWhole = false;
			await read(systemNow() - FIRST_READING_MS);
			expiries.readAt = now;
		}
		if (!known.has(userAssessmentId) && !expiries.isWhole) {
			await read(BEGINNING);
			expiries.isWhole = true;
		}
		return (known.get(userAssessmentId) ?? Number.POSITIVE_INFINITY) <= systemNow();
	});
}

/**
 * Reads assignments. An account can have many, so only expiry dates and the results of `keep` stay in memory.
 *
 * @param range `from` is in ms since the epoch. Without `statuses`, assignments in any status are read.
 * @returns what `keep` returned, and where the next read has to begin
 */
export async function readAssignments<R>(
	item: InputItem,
	{ from, statuses = [] }: { from: number; statuses?: string[] },
	keep: (assignment: Assignment) => readonly R[],
): Promise<{ values: R[]; next: number }> {
	const began = systemNow();
	const body = filledIn({ assignedOnOrAfter: new Date(from).toISOString(), statuses });
	const { known } = expiriesOf(item.account.id);
	let newest = from;
	const read = await readList(item, { endpoint: 'listAssignments', body }, (one) => {
		newest = Math.max(newest, parseIsoTimestamp(one.assignedAt) ?? from);
		const isOpen = OPEN_STATUSES.includes(one.userAssessmentStatus ?? '');
		if (isOpen) known.set(one.userAssessmentId, parseIsoTimestamp(one.expiresAt) ?? Number.POSITIVE_INFINITY);
		return keep(one);
	});
	const { values } = valueOrThrow(item, read);
	return { values, next: Math.max(from, Math.min(began, newest) - OVERLAP_MS) };
}
