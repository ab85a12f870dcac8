import { monotonicClock } from '../api/pacing/clock';
import { withLock } from '../api/pacing/lock';
import type { Caller } from '../api/request/caller';
import { callEndpoint } from '../api/request/request';
import type { Group } from '../api/specification/types';
import { isId } from '../api/specification/values';
import { nameKey } from './filters';
import { ParameterError } from './parameters/parameter';
import { GROUPS_LABEL } from './parameters/scores';
import { firstOf } from './parameters/values';

/** The last list of each account, and the groups that were created since. Lives as long as the process. */
const lists = new Map<string, { readAt: number; groups: Group[] }>();

/** When each run of a node first needed the list. One that was read later serves the whole run. */
const runs = new WeakMap<object, number>();

/** Runs a task while no other one of the process reads or changes the account's groups. */
export async function withGroups<T>({ account }: Caller, task: () => Promise<T>): Promise<T> {
	return await withLock([`${account.id} groups`], task);
}

/** Call this in `withGroups`. */
export async function readGroups(caller: Caller): Promise<Group[]> {
	const { account, context } = caller;
	const readAt = monotonicClock.now();
	const since = runs.get(context) ?? readAt;
	runs.set(context, since);
	const last = lists.get(account.id);
	if (last && last.readAt >= since) return last.groups;
	const groups = await callEndpoint(caller, 'listGroups');
	lists.set(account.id, { readAt, groups });
	return groups;
}

/** Creates a group, and adds it to the list. Call this in `withGroups`. */
export async function createGroup(caller: Caller, name: string): Promise<Group> {
	const last = lists.get(caller.account.id);
	// If it's unclear whether the group was created, the list has to be read again.
	lists.delete(caller.account.id);
	const created = await callEndpoint(caller, 'createGroup', { name });
	if (last) lists.set(caller.account.id, { ...last, groups: [...last.groups, created] });
	return created;
}

/** @returns undefined if there's none; a ParameterError if there are several */
export function groupCalled(name: string, groups: readonly Group[], label: string): Group | ParameterError | undefined {
	const [found, ...others] = groups.filter((group) => nameKey(group.name) === nameKey(name));
	if (found === undefined || others.length === 0) return found;
	const ids = [found, ...others].map(({ groupId }) => groupId);
	const message = `Your account has several groups called '${name}' ('${label}')`;
	return new ParameterError(message, `Use the ID of one of them: ${firstOf(ids, 10)}`);
}

/** @throws ParameterError if a name isn't exactly one group's */
export async function groupIdsFor(caller: Caller, entries: readonly string[]): Promise<string[]> {
	const ids = entries.flatMap(partsOf);
	if (ids.every(isId)) return ids;
	const found = groupIdsOf(entries, await withGroups(caller, async () => await readGroups(caller)));
	if (found instanceof ParameterError) throw found;
	return found;
}

/** @param entries names or IDs. One that isn't a name can be several, separated by commas. */
export function groupIdsOf(entries: readonly string[], groups: readonly Group[]): string[] | ParameterError {
	const ids = new Set<string>();
	for (const entry of entries) {
		const parts = groupCalled(entry, groups, GROUPS_LABEL) === undefined ? partsOf(entry) : [entry];
		for (const part of parts) {
			const found = isId(part) ? { groupId: part } : groupCalled(part, groups, GROUPS_LABEL);
			if (found instanceof ParameterError) return found;
			if (found === undefined) return unknownGroup(part, groups);
			ids.add(found.groupId);
		}
	}
	return [...ids];
}

function unknownGroup(name: string, groups: readonly Group[]): ParameterError {
	const names = groups.map((group) => group.name);
	const advice = names.length === 0 ? 'Create one with Group: Create' : `Use one of these: ${firstOf(names, 10)}`;
	return new ParameterError(`Your account has no group called '${name}' ('${GROUPS_LABEL}')`, advice);
}

/** The IDs or names in text. */
export function partsOf(entry: string): string[] {
	return entry
		.split(/[,\n]/)
		.map((part) => part.trim())
		.filter((part) => part !== '');
}
