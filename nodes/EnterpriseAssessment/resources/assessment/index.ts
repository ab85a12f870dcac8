import type { Resource } from '../../operation';
import { getAll } from './getAll';

export const assessment: Resource = {
	option: { name: 'Assessment', value: 'assessment' },
	defaultOperation: 'getAll',
	operations: [getAll],
};
