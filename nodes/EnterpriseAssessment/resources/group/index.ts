import type { Resource } from '../../operation';
import { create } from './create';
import { getAll } from './getAll';

export const group: Resource = {
	option: { name: 'Group', value: 'group' },
	defaultOperation: 'getAll',
	operations: [create, getAll],
};
