import { addGroup } from '../account/catalogue.ts';
import { inOrder } from '../resources/lists.ts';
import { CREATE_GROUP } from '../http/schemas.ts';
import type { Endpoint } from './endpoint.ts';

export const listAssessments: Endpoint<undefined> = {
	method: 'GET',
	path: '/assessments',
	handle: ({ service, account }) => {
		const assessments = inOrder([...account.assessments.values()], service);
		return {
			status: 200,
			json: { assessments: assessments.map(({ name, assessmentId }) => ({ name, assessmentId })) },
		};
	},
};

export const listGroups: Endpoint<undefined> = {
	method: 'GET',
	path: '/groups',
	handle: ({ service, account }) => {
		const groups = inOrder([...account.groups.values()], service);
		return { status: 200, json: { groups: groups.map(({ name, groupId }) => ({ name, groupId })) } };
	},
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
