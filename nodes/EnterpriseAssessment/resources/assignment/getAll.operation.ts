import type { IDataObject } from 'n8n-workflow';

import { type Assignment, ASSIGNMENT_STATUSES } from '../../../api/specification/values';
import { admitsReport } from '../../../shared/filters';
import { collection, required } from '../../../shared/parameters/kinds';
import { filledIn } from '../../../shared/parameters/parameter';
import { assessmentNames, simplify, statuses } from '../../../shared/parameters/scores';
import { simplified } from '../../../shared/scoreReports';
import { namesOfAssessments } from '../../assessment';
import { onOr } from '../../dates';
import { limited, readListItems } from '../../lists';
import { operation } from '../../operation';

const SIMPLE_FIELDS = ['status', 'completed', 'email', 'assignedAt', 'expiresAt'];

/** POST /assignments */
export const assignmentGetAll = operation({
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many assignments',
		description:
			"Get assignments by date and status. For people who haven't started after three days, set 'Assigned On or Before' to three days ago and 'Statuses' to Not Started. The output has 'expiresAt', but no link.",
	},
	parameters: {
		assignedOnOrAfter: required(
			onOr('Assigned', 'After', {
				default: '={{ $now.minus({ months: 3 }) }}',
				hint: "Required by the service. Uses the workflow's time zone unless you include an offset.",
			}),
			'Enter a start date, e.g. 2026-11-01. The service requires one',
		),
		...limited,
		simplify: simplify(),
		filters: collection('filters', {
			assessmentNames: assessmentNames('operation'),
			assignedOnOrBefore: onOr('Assigned', 'Before'),
			statuses: statuses(ASSIGNMENT_STATUSES, 'Only assignments that currently have one of these statuses'),
		}),
	},
	async prepare(item, { assignedOnOrAfter, filters, limit, simplify: isSimple }) {
		const { assessmentNames: listed, ...others } = filters;
		const body = filledIn({ assignedOnOrAfter, ...others });
		const assessmentNames = await namesOfAssessments(item, listed);
		return async () =>
			await readListItems(item, {
				endpoint: 'listAssignments',
				body,
				itemsOf(assignment) {
					if (!admitsReport({ assessmentNames }, assignment)) return [];
					return [isSimple ? simplifiedAssignment(assignment) : { ...assignment }];
				},
				assessmentNames,
				limit,
				listOf: 'assignments',
			});
	},
});

/** The fields have the same names and order as in simplified scores. */
function simplifiedAssignment(assignment: Assignment): IDataObject {
	const { surName: surname, userAssessmentStatus: status, completedAt: completed } = assignment;
	return simplified({ ...assignment, surname, status, completed }, SIMPLE_FIELDS);
}
