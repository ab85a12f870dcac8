import type { Caller } from '../api/request/caller';
import { SURELY_SHOWN_MS } from '../api/request/failure';
import { tryEndpoint, valueOrThrow } from '../api/request/request';
import { SharedReadings } from '../api/request/sharedReadings';
import { type Group, isId } from '../api/specification/values';
import { nameKey, unknownError, unknownNames } from './filters';
import { Memory } from './memory';
import { firstOf, quoted, UserError } from './parameters/parameter';
import { LABELS } from './parameters/scores';

/** The list that each try of a node has read. */
let readLists = new WeakMap<object, SharedReadings<Group[]>>();

/** Groups that were just created, or that may have been, because the service may not show them yet. Lives as long as the process. */
const recent = new Memory<{ keys: string[]; group?: Group }>(SURELY_SHOWN_MS);

/** The account's groups, with those that this process just created. A try of a node reads them once. */
export async function readGroups(caller: Caller): Promise<Group[]> {
	const readings = readLists.get(caller.context) ?? new SharedReadings('listGroups');
	readLists.set(caller.context, readings);
	const read = async () => await tryEndpoint(caller, 'listGroups');
	const groups = valueOrThrow(caller, await readings.get(caller, { read, isFresh: () => true }));
	const ids = new Set(groups.map(({ groupId }) => groupId));
	// They're added to the shared list itself, because a try can take longer than they're remembered.
	for (const { group } of recent.of([caller.account.id])) if (group && !ids.has(group.groupId)) groups.push(group);
	return groups;
}

/** Remembers a group that was created, or without `group`, one whose response was lost. Then all tries read the list again. */
export function keepGroup({ account }: Caller, name: string, group?: Group): void {
	recent.add({ keys: [account.id, `${account.id} ${nameKey(name)}`], group });
	if (group === undefined) readLists = new WeakMap();
}

/** Whether a group may have been created although the list doesn't show it. */
export function isGroupInDoubt({ account }: Caller, name: string): boolean {
	return recent.of([`${account.id} ${nameKey(name)}`]).some(({ group }) => group === undefined);
}

/** @throws UserError if several groups are called so */
export function groupCalled(name: string, groups: readonly Group[], label: string): Group | undefined {
	const found = groups.filter((group) => nameKey(group.name) === nameKey(name));
	if (found.length < 2) return found[0];
	const ids = found.map(({ groupId }) => groupId);
	const message = `Your account has several groups called ${quoted(name)} ('${label}')`;
	throw new UserError(message, `Use the ID of one of them: ${firstOf(ids, 10)}`);
}

/** Each entry is a name or an ID, or several of them, separated by commas. Throws UserError if a name isn't exactly one group's. */
export async function groupIdsFor(entries: readonly string[], read: () => Promise<Group[]>): Promise<string[]> {
	const ids = entries.flatMap(partsOf);
	if (ids.every(isId)) return ids;
	const groups = await read();
	const called = (name: string) => groupCalled(name, groups, LABELS.group);
	const names = [...new Set(entries.flatMap((entry) => (called(entry) === undefined ? partsOf(entry) : [entry])))];
	const unknown = unknownNames(names, groups).filter((name) => !isId(name));
	if (unknown.length > 0) throw unknownError(unknown, groups, { kind: 'group' });
	return [...new Set(names.map((name) => called(name)?.groupId ?? name))];
}

function partsOf(entry: string): string[] {
	return entry
		.split(/[,\n]/)
		.map((part) => part.trim())
		.filter((part) => part !== '');
}
