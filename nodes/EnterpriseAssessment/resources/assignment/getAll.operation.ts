import type { IDataObject } from 'n8n-workflow';

import { type Assignment, ASSIGNMENT_STATUSES } from '../../../api/specification/types';
import { admitsValue } from '../../../shared/filters';
import { collection, required } from '../../../shared/parameters/kinds';
import { assessmentNames, simplify, statuses } from '../../../shared/parameters/scores';
import { filledIn } from '../../../shared/parameters/values';
import { pick, simpleFields } from '../../../shared/scoreReports';
import { namesOfAssessments, noteUnknownNames } from '../../assessment';
import { onOr } from '../../dates';
import { limited, readListItems } from '../../lists';
import { operation } from '../../operation';

const SIMPLE_ASSIGNMENT_FIELDS = simpleFields(['status', 'completed', 'email', 'assignedAt', 'expiresAt']);

/** POST /assignments */
export const assignmentGetAll = operation({
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many assignments',
		description:
			"Get assignments by date and status. For people who haven't begun after three days, set 'Assigned On or Before' to three days ago and 'Statuses' to Not Started. The output has 'expiresAt', but no link.",
	},
	parameters: {
		assignedOnOrAfter: required(
			onOr('Assigned', 'After', {
				hint: "Required by the service. Uses the workflow's time zone unless you include an offset.",
			}),
			'Enter a start date, e.g. 2026-11-01. The service requires one',
		),
		...limited,
		simplify,
		filters: collection('filters', {
			assessmentNames,
			assignedOnOrBefore: onOr('Assigned', 'Before'),
			statuses: statuses(ASSIGNMENT_STATUSES, 'Only assignments that currently have one of these statuses'),
		}),
	},
	async prepare(item, { assignedOnOrAfter, filters, limit, simplify: isSimple }) {
		const { assessmentNames: listed, ...others } = filters;
		const body = filledIn({ assignedOnOrAfter, ...others });
		const names = await namesOfAssessments(item, listed);
		return async () => {
			const items = await readListItems(
				item,
				{ endpoint: 'listAssignments', body },
				{
					itemsOf(assignment) {
						if (!admitsValue(names, assignment.assessmentName)) return [];
						return [isSimple ? simplified(assignment) : { ...assignment }];
					},
					limit,
					listOf: 'assignments',
				},
			);
			if (items.length === 0) await noteUnknownNames(item, names);
			return items;
		};
	},
});

/** The fields have the same names and order as in simplified scores. */
function simplified(assignment: Assignment): IDataObject {
	const { surName: surname, userAssessmentStatus: status, completedAt: completed } = assignment;
	return pick({ ...assignment, surname, status, completed }, SIMPLE_ASSIGNMENT_FIELDS);
}
