import type { INodeProperties } from 'n8n-workflow';

import { monotonicClock } from '../api/pacing/clock';
import { callEndpoint } from '../api/request/request';
import { withLock } from '../api/request/withLock';
import { assessmentNameKey, idKey } from '../api/specification/formats';
import { assessments, isRecord } from '../api/specification/responses';
import type { Assessment } from '../api/specification/types';
import { idMode, listMode } from './fields';
import type { InputItem } from './operation';
import { requiredText } from './parameters';
import { itemError } from './runner/itemError';

/** A list this old will do, unless it lacks the wanted assessment. */
const FRESH_MS = 60_000;

/** By account, as last read. Lives as long as the process. */
const lists = new Map<string, { readAt: number; all: Assessment[] }>();

/** 'Assessment', chosen from the list or by its name or ID. */
export function assessmentField(): INodeProperties {
	return {
		displayName: 'Assessment',
		name: 'assessmentId',
		type: 'resourceLocator',
		required: true,
		default: { mode: 'list', value: '' },
		description: 'The assessment to invite the person to',
		modes: [
			listMode('Select an assessment…', 'searchAssessments'),
			{
				displayName: 'By Name',
				name: 'name',
				type: 'string',
				placeholder: 'e.g. English Speaking',
				hint: 'Case, accents and surrounding blanks make no difference',
			},
			idMode('id', 'an assessment ID', 'The assessmentId from Assessment: Get Many'),
		],
	};
}

/**
 * The assessment that an input item names.
 *
 * @throws NodeOperationError when the account has none or several
 */
export async function chosenAssessment(item: InputItem): Promise<Assessment> {
	const wanted = requiredText(item, 'assessmentId', 'Assessment', 'Choose one from the list, or enter its name or ID');
	const locator: unknown = item.context.getNodeParameter('assessmentId', item.itemIndex, '');
	const isByName = isRecord(locator) && locator.mode === 'name';
	const isWanted = ({ assessmentId, name }: Assessment) =>
		isByName ? assessmentNameKey(name) === assessmentNameKey(wanted) : idKey(assessmentId) === idKey(wanted);
	// One after the other: the first one reads for all.
	const all = await withLock([`${item.account.id} assessments`], async () => await readAll(item, isWanted));
	const [found, ...others] = all.filter(isWanted);
	if (found !== undefined && others.length === 0) return found;
	const what = isByName ? `called '${wanted}'` : `with the ID ${wanted}`;
	if (found !== undefined) {
		const ids = [found, ...others].map(({ assessmentId }) => assessmentId).join(' or ');
		throw itemError(item, `Your account has several assessments ${what}`, `Choose 'Assessment' by its ID: ${ids}`);
	}
	throw itemError(item, `Your account has no assessment ${what} (parameter 'Assessment')`, remedyAmong(all));
}

async function readAll(item: InputItem, isWanted: (one: Assessment) => boolean): Promise<Assessment[]> {
	const { id } = item.account;
	const now = monotonicClock.now();
	const last = lists.get(id);
	if (last?.all.some(isWanted) && now - last.readAt < FRESH_MS) return last.all;
	const all = await callEndpoint(item, { endpoint: 'listAssessments' }, assessments);
	lists.set(id, { readAt: now, all });
	return all;
}

function remedyAmong(all: readonly Assessment[]): string {
	if (all.length === 0) return 'Create one in the admin dashboard';
	const names = all.slice(0, 10).map(({ name }) => `'${name}'`);
	const more = all.length > names.length ? ` and ${all.length - names.length} more` : '';
	return `Choose one of these: ${names.join(', ')}${more}`;
}
