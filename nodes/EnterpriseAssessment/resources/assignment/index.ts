import type { Resource } from '../../operation';
import { create } from './create';
import { getAll } from './getAll';

export const assignment: Resource = {
	option: { name: 'Assignment', value: 'assignment' },
	defaultOperation: 'create',
	operations: [create, getAll],
};
