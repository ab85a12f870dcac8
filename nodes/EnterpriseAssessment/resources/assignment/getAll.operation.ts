import type { IDataObject } from 'n8n-workflow';

import { type Assignment, ASSIGNMENT_STATUSES } from '../../../api/specification/types';
import { assessmentNamesField, collectionField, simplifyField, statusesField } from '../../../shared/fields';
import { filledIn } from '../../../shared/parameters';
import { pick, simpleFields } from '../../../shared/scoreReports';
import { assessmentFilter } from '../../assessment';
import { dateValue, periodFields } from '../../dates';
import { outputLimit, readListItems, returnAllFields } from '../../lists';
import { itemError, type Operation } from '../../operation';
import { filtersOf, flagParameter } from '../../parameters';

const SIMPLE_ASSIGNMENT_FIELDS = simpleFields(['status', 'completed', 'email', 'assignedAt', 'expiresAt']);
const [assignedOnOrAfterField, assignedOnOrBeforeField] = periodFields('Assigned');

/** POST /assignments */
export const assignmentGetAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many assignments',
		description: 'Get assignments by date and status',
	},
	fields: [
		{
			...assignedOnOrAfterField,
			required: true,
			hint: "Required by the service. Uses the workflow's time zone unless you include an offset.",
		},
		...returnAllFields(),
		simplifyField(),
		collectionField('filters', [
			assessmentNamesField(),
			assignedOnOrBeforeField,
			statusesField(ASSIGNMENT_STATUSES, 'Only assignments that currently have one of these statuses'),
		]),
	],
	async execute(item) {
		const assignedOnOrAfter = dateValue(
			item,
			item.context.getNodeParameter('assignedOnOrAfter', item.itemIndex, ''),
			'Assigned On or After',
			'After',
		);
		if (assignedOnOrAfter === undefined) {
			const remedy = 'Enter a start date, e.g. 2026-11-01. The service requires one';
			throw itemError(item, "The parameter 'Assigned On or After' is empty", remedy);
		}
		const filters = filtersOf(item);
		const body = filledIn({
			assignedOnOrAfter,
			assignedOnOrBefore: filters.date('Assigned', 'Before'),
			statuses: filters.chosen('statuses', ASSIGNMENT_STATUSES),
		});
		const limit = outputLimit(item);
		const simplify = flagParameter(item, 'simplify');
		const itemOf = simplify ? simplified : (assignment: Assignment): IDataObject => ({ ...assignment });
		const wanted = await assessmentFilter(item, filters.list('assessmentNames'));
		const items = await readListItems(
			item,
			{ endpoint: 'listAssignments', body },
			{
				itemsOf: (assignment) => (wanted.wants(assignment.assessmentName) ? [itemOf(assignment)] : []),
				limit,
				listOf: 'assignments',
			},
		);
		await wanted.noteUnknown();
		return items;
	},
};

/** The fields have the same names and order as in simplified scores. */
function simplified(assignment: Assignment): IDataObject {
	const { surName: surname, userAssessmentStatus: status, completedAt: completed } = assignment;
	return pick({ ...assignment, surname, status, completed }, SIMPLE_ASSIGNMENT_FIELDS);
}
