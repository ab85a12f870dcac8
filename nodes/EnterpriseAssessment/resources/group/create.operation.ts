import { monotonicClock } from '../../../api/pacing/clock';
import { isInDoubt, SURELY_SHOWN_MS } from '../../../api/request/failure';
import { requestError } from '../../../api/request/messages';
import { tryEndpoint, valueOrThrow } from '../../../api/request/request';
import { SharedReadings } from '../../../api/request/sharedReadings';
import { inTurn } from '../../../api/request/waiting';
import type { Group } from '../../../api/specification/types';
import { nameKey } from '../../../shared/filters';
import { groupCalled, type GroupList, readGroups } from '../../../shared/groups';
import { choice, required, text } from '../../../shared/parameters/kinds';
import { ParameterError } from '../../../shared/parameters/parameter';
import { type InputItem, operation } from '../../operation';

/** The last list of each account, and the groups that were created since. Lives as long as the process. */
const lists = new SharedReadings<GroupList>('listGroups');

/**
 * What the service may not show yet: a group, or `inDoubt` if the response to its request was lost, by account and name. Lives as long
 * as the process.
 */
const recentGroups = new Map<string, { group: Group | 'inDoubt'; endedAt: number }>();

const LABEL = 'Name';

const WHAT_NOW =
	"The group may have been created anyway. Wait two minutes and run this item again. You'll get the existing group if there is one, or a new one if there isn't";

/** GET /groups, and POST /groups unless the group exists */
export const groupCreate = operation({
	option: { name: 'Create', value: 'create', action: 'Create group', description: 'Create a group in your account' },
	parameters: {
		name: required(
			text(LABEL, 'The name of the group', { placeholder: 'e.g. Applicants 2026' }),
			'Enter a name for the new group',
		),
		ifGroupExists: choice(
			'If Group Exists',
			'returnExisting',
			[
				[
					'Create Another Group',
					'createAnother',
					"Create another group with the same name. The API can't delete groups.",
				],
				['Return Existing Group', 'returnExisting', "Return the existing group, with 'alreadyExisted' set to true"],
			],
			{
				description:
					"What to do if your account already has a group with this name. Capitalization, accents and extra spaces don't matter.",
			},
		),
	},
	async prepare(item, { name, ifGroupExists }) {
		const mayReturn = ifGroupExists === 'returnExisting';
		const key = `${item.account.id} ${nameKey(name)}`;
		const existing = ({ groups }: GroupList) => (mayReturn ? groupCalled(name, groups, LABEL) : undefined);
		await alone(item, async () => existing(await readGroups(item, lists)));
		return async () =>
			await alone(item, async () => {
				const list = await readGroups(item, lists);
				const found = existing(list) ?? (mayReturn ? notShownYet(key) : undefined);
				const group = found ?? (await created(item, { name, key, mayReturn }, list));
				return [{ json: { ...group, alreadyExisted: found !== undefined } }];
			});
	},
});

/** Runs a task while no other row or execution reads or creates groups, because it may be about to create the same one. */
async function alone<T>(item: InputItem, task: () => Promise<T>): Promise<T> {
	const turn = { keys: [`${item.account.id} groups`], endpoint: 'createGroup' as const };
	return valueOrThrow(item, await inTurn(item, turn, task));
}

/** @throws ParameterError if it's unclear whether there is a group, because another one can't be deleted */
function notShownYet(key: string): Group | undefined {
	const recent = recentGroups.get(key);
	if (recent === undefined || isSurelyShown(recent)) return undefined;
	if (recent.group !== 'inDoubt') return recent.group;
	const message = "Nothing was sent, because it's unclear whether an earlier request for this group went through";
	throw new ParameterError(message, WHAT_NOW);
}

function remember(key: string, group: Group | 'inDoubt'): void {
	for (const [other, recent] of recentGroups) if (isSurelyShown(recent)) recentGroups.delete(other);
	recentGroups.set(key, { group, endedAt: monotonicClock.now() });
}

function isSurelyShown({ endedAt }: { endedAt: number }): boolean {
	return monotonicClock.now() - endedAt >= SURELY_SHOWN_MS;
}

async function created(
	item: InputItem,
	{ name, key, mayReturn }: { name: string; key: string; mayReturn: boolean },
	list: GroupList,
): Promise<Group> {
	const { readAt } = list;
	// Until the response is there, it's unclear whether the list is complete. Without one, the next row reads it again.
	list.readAt = Number.NEGATIVE_INFINITY;
	const result = await tryEndpoint(item, 'createGroup', { body: { name } });
	if ('value' in result) {
		remember(key, result.value);
		list.groups.push(result.value);
		list.readAt = readAt;
		return result.value;
	}
	if (!isInDoubt(result)) throw requestError(item, result);
	remember(key, 'inDoubt');
	throw requestError(item, result, mayReturn ? WHAT_NOW : undefined);
}
