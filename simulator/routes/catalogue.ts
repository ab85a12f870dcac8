import { addGroup } from '../account/catalogue.ts';
import { CREATE_GROUP } from '../http/schemas.ts';
import type { Endpoint } from './endpoint.ts';

export const listAssessments: Endpoint<undefined> = {
	method: 'GET',
	path: '/assessments',
	handle: ({ account }) => ({
		status: 200,
		json: { assessments: [...account.assessments.values()].map(({ name, assessmentId }) => ({ name, assessmentId })) },
	}),
};

export const listGroups: Endpoint<undefined> = {
	method: 'GET',
	path: '/groups',
	handle: ({ account }) => ({
		status: 200,
		json: { groups: [...account.groups.values()].map(({ name, groupId }) => ({ name, groupId })) },
	}),
};

export const createGroup: Endpoint<{ name: string }> = {
	method: 'POST',
	path: '/groups',
	schema: CREATE_GROUP,
	handle: ({ service, account, body: { name } }) => {
		const { groupId } = addGroup(account, name, service.random);
		return { status: service.settings.groupCreatedStatus, json: { name, groupId } };
	},
};
