import type { IDataObject } from 'n8n-workflow';

import { assignments } from '../../../api/specification/responses';
import type { Assignment } from '../../../api/specification/types';
import { ASSIGNMENT_STATUSES } from '../../../api/specification/types';
import { assessmentNamesField, collectionField, simplifyField, statusesField } from '../../../shared/fields';
import { filledIn } from '../../../shared/values';
import { assessmentFilter } from '../../assessmentFilter';
import { pick, simpleFields } from '../../../shared/scoreReports';
import { dateFilter, optionsField, returnAllFields } from '../../fields';
import { readListItems } from '../../listItems';
import type { Operation } from '../../operation';
import { filtersOf, flagParameter, instant, outputLimit, parameterError } from '../../parameters';

const SIMPLE_FIELDS = simpleFields(['status', 'completed', 'email', 'assignedAt', 'expiresAt']);

/** POST /assignments */
export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many assignments',
		description: 'List assignments by date and status',
	},
	fields: [
		{
			...dateFilter('Assigned On or After', 'assignedOnOrAfter', 'Return only assignments made at or after this time'),
			required: true,
			hint: 'Required by the service. In the time zone of the workflow, unless it has an offset.',
		},
		...returnAllFields(),
		simplifyField(),
		collectionField('filters', [
			assessmentNamesField(),
			dateFilter('Assigned On or Before', 'assignedOnOrBefore', 'Return only assignments made at or before this time'),
			statusesField(ASSIGNMENT_STATUSES, 'Only assignments that are now in one of these statuses'),
		]),
		optionsField(),
	],
	async execute(run) {
		const assignedOnOrAfter = instant(
			run,
			run.context.getNodeParameter('assignedOnOrAfter', run.itemIndex, ''),
			'Assigned On or After',
		);
		if (assignedOnOrAfter === undefined) {
			throw parameterError(run, "The parameter 'Assigned On or After' is empty", 'The service requires a start date');
		}
		const filters = filtersOf(run);
		const body = filledIn({
			assignedOnOrAfter,
			assignedOnOrBefore: filters.date('assignedOnOrBefore', 'Assigned On or Before'),
			statuses: filters.chosen('statuses', 'Statuses', ASSIGNMENT_STATUSES),
		});
		const limit = outputLimit(run);
		const simplify = flagParameter(run, 'simplify');
		const itemOf = simplify ? simplified : (assignment: Assignment): IDataObject => ({ ...assignment });
		const wanted = await assessmentFilter(run, filters.list('assessmentNames'));
		const items = await readListItems(run, { endpoint: 'listAssignments', body }, assignments, {
			itemsOf: (assignment) => (wanted.wants(assignment.assessmentName) ? [itemOf(assignment)] : []),
			limit,
			listOf: 'assignments',
		});
		await wanted.noteUnknown();
		return items;
	},
};

/** By the names and in the order of simplified scores. */
function simplified(assignment: Assignment): IDataObject {
	const { surName: surname, userAssessmentStatus: status, completedAt: completed } = assignment;
	return pick({ ...assignment, surname, status, completed }, SIMPLE_FIELDS);
}
