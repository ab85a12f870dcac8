import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { readAccount } from '../api/request/account';
import { callEndpoint } from '../api/request/request';
import { groups } from '../api/specification/responses';

/** The groups of the account. */
export async function getGroups(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const all = await callEndpoint(this, await readAccount(this), { endpoint: 'listGroups' }, groups);
	return all
		.map(({ name, groupId }) => ({ name, value: groupId }))
		.sort((one, other) => one.name.localeCompare(other.name));
}
