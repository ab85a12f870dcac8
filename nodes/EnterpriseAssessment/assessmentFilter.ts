import { callEndpoint } from '../api/request/request';
import { assessments } from '../api/specification/responses';
import { assessmentNameKey, idKey } from '../api/specification/ids';
import type { Assessment } from '../api/specification/types';
import { unknownNames } from '../shared/assessmentsInFilter';
import { isAssessmentId } from '../shared/filters';
import type { OperationRun } from './operation';
import { parameterError } from './parameters';

/** 'Assessment Names or IDs' of one input item. Assignments and score reports carry names alone, so an ID stands for its name. */
export interface AssessmentFilter {
	isEmpty: boolean;
	wants(assessmentName: string | null | undefined): boolean;
	/** After the list was read: lets a hint tell of names that neither the list nor the account has, such as mistyped ones. */
	noteUnknown(): Promise<void>;
}

/** @throws NodeOperationError for an ID that the account doesn't have */
export async function assessmentFilter(run: OperationRun, listed: readonly string[]): Promise<AssessmentFilter> {
	const ofAccount = async () => await callEndpoint(run, { endpoint: 'listAssessments' }, assessments);
	const names = listed.some(isAssessmentId) ? namesOf(run, listed, await ofAccount()) : listed;
	const wanted = new Set(names.map(assessmentNameKey));
	const met = new Set<string>();
	return {
		isEmpty: wanted.size === 0,
		wants(assessmentName) {
			const key = assessmentNameKey(assessmentName ?? '');
			met.add(key);
			return wanted.size === 0 || wanted.has(key);
		},
		async noteUnknown() {
			const notMet = names.filter((name) => !met.has(assessmentNameKey(name)));
			const unknown = notMet.length === 0 ? undefined : unknownNames(notMet, await ofAccount());
			if (unknown !== undefined) run.notes.say(`${unknown.message}. ${unknown.description}.`);
		},
	};
}

function namesOf(run: OperationRun, listed: readonly string[], all: readonly Assessment[]): string[] {
	return listed.map((entry) => {
		const found = all.find(({ assessmentId }) => idKey(assessmentId) === idKey(entry));
		if (found !== undefined) return found.name;
		if (!isAssessmentId(entry)) return entry;
		throw parameterError(
			run,
			`The account has no assessment with the ID ${entry} ('Assessment Names or IDs')`,
			'Choose the assessment from the list, or check the expression',
		);
	});
}
