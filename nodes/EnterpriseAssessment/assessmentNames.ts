import { assessments } from '../api/specification/responses';
import { readNameList } from '../shared/idList';
import { assessmentNames } from '../shared/reportFilter';
import { callForItem } from './answers';
import type { OperationRun } from './operation';
import { parameterError } from './parameters';

const LABEL = 'Assessment Names or IDs';

/** The names in a filter on assessments, with those of the IDs in it. */
export async function assessmentNamesOf(run: OperationRun, value: unknown): Promise<string[]> {
	const listed = readNameList(value);
	if (listed === undefined) {
		throw parameterError(
			run,
			`The parameter '${LABEL}' is not a list of texts`,
			'Choose from the list, or give an array of names or IDs',
		);
	}
	const read = await assessmentNames(
		listed,
		async () => await callForItem(run, { endpoint: 'listAssessments' }, assessments),
	);
	if ('names' in read) return read.names;
	throw parameterError(run, read.problem, 'Choose the assessment from the list, or check the expression');
}
