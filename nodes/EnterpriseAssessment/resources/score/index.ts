import type { Resource } from '../../operation';
import { get } from './get';
import { getAll } from './getAll';

export const score: Resource = {
	option: { name: 'Score', value: 'score' },
	defaultOperation: 'get',
	operations: [getAll, get],
};
