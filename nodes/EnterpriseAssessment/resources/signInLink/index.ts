import type { Resource } from '../../operation';
import { create } from './create';

export const signInLink: Resource = {
	option: { name: 'Sign-In Link', value: 'signInLink' },
	defaultOperation: 'create',
	operations: [create],
};
