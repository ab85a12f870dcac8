import { assessments } from '../api/specification/responses';
import { assessmentNames } from '../shared/reportFilter';
import { callForItem } from './answers';
import type { OperationRun } from './operation';
import { parameterError } from './parameters';

/** The names that a filter on assessments lists, with those of the IDs in it. */
export async function assessmentNamesOf(run: OperationRun, listed: readonly string[]): Promise<string[]> {
	const read = await assessmentNames(
		listed,
		async () => await callForItem(run, { endpoint: 'listAssessments' }, assessments),
	);
	if ('names' in read) return read.names;
	throw parameterError(run, read.problem, 'Choose the assessment from the list, or check the expression');
}
