import { assessmentNameKey, idKey } from '../../../api/specification/ids';
import type { Assessment } from '../../../api/specification/types';
import type { OperationRun } from '../../operation';
import { parameterError } from '../../parameters';
import { openAssignmentsOf } from './openAssignments';

/** The assessment of the account with the wanted name or ID. */
export async function chosenAssessment(run: OperationRun, wanted: string, isByName: boolean): Promise<Assessment> {
	const isWanted = ({ assessmentId, name }: Assessment) =>
		isByName ? plainName(name) === plainName(wanted) : idKey(assessmentId) === idKey(wanted);
	const all = await openAssignmentsOf(run.account).assessments(run, isWanted);
	const [found, ...others] = all.filter(isWanted);
	if (found !== undefined && others.length === 0) return found;
	const what = isByName ? `called '${wanted}'` : `with the ID ${wanted}`;
	if (found !== undefined) {
		const ids = [found, ...others].map(({ assessmentId }) => assessmentId).join(' or ');
		throw parameterError(run, `The account has several assessments ${what}`, `Choose 'Assessment' by its ID: ${ids}`);
	}
	throw parameterError(run, `The account has no assessment ${what} (parameter 'Assessment')`, remedyAmong(all));
}

function remedyAmong(all: readonly Assessment[]): string {
	if (all.length === 0) return 'Create one in the administrative dashboard of the service';
	const names = all.slice(0, 10).map(({ name }) => `'${name}'`);
	const more = all.length > names.length ? ` and ${all.length - names.length} more` : '';
	return `Choose one that it has: ${names.join(', ')}${more}`;
}

/** What is equal where names differ in case, accents or surrounding blanks alone. */
function plainName(name: string): string {
	return assessmentNameKey(name).normalize('NFD').replace(/\p{M}/gu, '');
}
