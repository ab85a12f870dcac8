import { monotonicClock } from '../api/pacing/clock';
import type { Caller } from '../api/request/caller';
import { tryEndpoint, valueOrThrow } from '../api/request/request';
import { SharedReadings } from '../api/request/sharedReadings';
import type { Group } from '../api/specification/types';
import { isId } from '../api/specification/values';
import { nameKey } from './filters';
import { ParameterError } from './parameters/parameter';
import { LABELS } from './parameters/scores';
import { entriesOf, firstOf, quoted } from './parameters/values';

/** An account's groups, and when they were asked for. */
export interface GroupList {
	groups: Group[];
	readAt: number;
}

/** The last list of each account. Lives as long as the process. */
const readings = new SharedReadings<GroupList>('listGroups');

/** When each run of a node first needed a list. One that was read later serves the whole run. */
const runs = new WeakMap<object, number>();

export async function readGroups(caller: Caller, shared = readings): Promise<GroupList> {
	const since = runs.get(caller.context) ?? monotonicClock.now();
	runs.set(caller.context, since);
	const list = await shared.get(caller, {
		isFresh: ({ readAt }) => readAt >= since,
		async read() {
			const readAt = monotonicClock.now();
			const result = await tryEndpoint(caller, 'listGroups');
			return 'value' in result ? { value: { groups: result.value, readAt } } : result;
		},
	});
	return valueOrThrow(caller, list);
}

/** @throws ParameterError if several groups are called so */
export function groupCalled(name: string, groups: readonly Group[], label: string): Group | undefined {
	const found = groups.filter((group) => nameKey(group.name) === nameKey(name));
	if (found.length < 2) return found[0];
	const ids = found.map(({ groupId }) => groupId);
	const message = `Your account has several groups called ${quoted(name)} ('${label}')`;
	throw new ParameterError(message, `Use the ID of one of them: ${firstOf(ids, 10)}`);
}

/**
 * @param read returns the account's groups, which IDs alone don't need
 * @throws ParameterError if a name isn't exactly one group's
 */
export async function groupIdsFor(
	caller: Caller,
	entries: readonly string[],
	read = async () => (await readGroups(caller)).groups,
): Promise<string[]> {
	const ids = entries.flatMap(partsOf);
	return ids.every(isId) ? ids : groupIdsOf(entries, await read());
}

/**
 * @param entries names or IDs. One that isn't a name can be several, separated by commas.
 * @throws ParameterError if a name isn't exactly one group's
 */
export function groupIdsOf(entries: readonly string[], groups: readonly Group[]): string[] {
	const called = (name: string) => groupCalled(name, groups, LABELS.groups);
	const names = entries.flatMap((entry) => (called(entry) === undefined ? partsOf(entry) : [entry]));
	return [...new Set(names.map((name) => (isId(name) ? name : (called(name) ?? unknownGroup(name, groups)).groupId)))];
}

function unknownGroup(name: string, groups: readonly Group[]): never {
	const names = groups.map((group) => group.name);
	const advice = names.length === 0 ? 'Create one with Group: Create' : `Use one of these: ${firstOf(names, 10)}`;
	throw new ParameterError(`Your account has no group called ${quoted(name)} ('${LABELS.groups}')`, advice);
}

function partsOf(entry: string): string[] {
	return entriesOf(entry, LABELS.groups, /[,\n]/);
}
