import { inOrder } from '../resources/lists.ts';
import type { Handler } from './endpoint.ts';

export const listAssessments: Handler<'listAssessments'> = ({ service }) => {
	const assessments = inOrder(service.account.assessments.values(), service);
	return { status: 200, json: { assessments: assessments.map(({ name, assessmentId }) => ({ name, assessmentId })) } };
};

export const listGroups: Handler<'listGroups'> = ({ service }) => ({
	status: 200,
	json: { groups: inOrder(service.account.groups.values(), service) },
});

export const createGroup: Handler<'createGroup'> = ({ service: { account, settings }, body: { name } }) => {
	const { groupId } = account.addGroup(name);
	return { status: settings.groupCreatedStatus, json: { name, groupId } };
};
