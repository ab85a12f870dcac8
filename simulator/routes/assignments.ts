import { assignmentMatches } from '../resources/filters.ts';
import { assignmentsOf, inOrder, usersIn } from '../resources/lists.ts';
import { assignment } from '../resources/represent.ts';
import type { AssignmentStatus } from '../resources/resources.ts';
import { ASSIGNMENTS } from '../http/schemas.ts';
import { parseInstant } from '../timestamps.ts';
import type { Endpoint } from './endpoint.ts';

interface AssignmentsBody {
	assignedOnOrAfter: string;
	assignedOnOrBefore?: string;
	statuses?: AssignmentStatus[];
}

export const listAssignments: Endpoint<AssignmentsBody> = {
	method: 'POST',
	path: '/assignments',
	schema: ASSIGNMENTS,
	problemDetails: true,
	currentOnly: true,
	handle: ({ service, account, body }) => {
		const filter = {
			assigned: {
				from: parseInstant(body.assignedOnOrAfter),
				to: body.assignedOnOrBefore === undefined ? null : parseInstant(body.assignedOnOrBefore),
			},
			statuses: body.statuses ?? null,
		};
		const assignments = usersIn('assignments', account.users.values(), service).flatMap((user) =>
			assignmentsOf(user, service)
				.filter((record) => assignmentMatches(record, filter))
				.map((record) => assignment(user, record, service.settings)),
		);
		return { status: 200, json: { assignments: inOrder(assignments, service) } };
	},
};
