import { monotonicClock } from '../../../api/pacing/clock';
import type { Account } from '../../../api/request/account';
import { SURELY_SHOWN_MS } from '../../../api/request/failure';
import type { Group } from '../../../api/specification/types';
import { nameKey } from '../../../shared/filters';

/** A group that this process created, or whether it may have created one: the response to its request was lost. */
type RecentGroup = Group | 'inDoubt';

/** By account and name. Lives as long as the process. */
const recentGroups = new Map<string, { group: RecentGroup; endedAt: number }>();

const keyOf = ({ id }: Account, name: string) => `${id} ${nameKey(name)}`;

export function rememberGroup(account: Account, name: string, group: RecentGroup): void {
	for (const [key, { endedAt }] of recentGroups) if (isSurelyShown(endedAt)) recentGroups.delete(key);
	recentGroups.set(keyOf(account, name), { group, endedAt: monotonicClock.now() });
}

/** What the service may not show yet, because the request for it ended less than two minutes ago. */
export function recentGroup(account: Account, name: string): RecentGroup | undefined {
	const recent = recentGroups.get(keyOf(account, name));
	return recent === undefined || isSurelyShown(recent.endedAt) ? undefined : recent.group;
}

function isSurelyShown(endedAt: number): boolean {
	return monotonicClock.now() - endedAt >= SURELY_SHOWN_MS;
}
