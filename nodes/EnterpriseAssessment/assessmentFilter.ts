import type { Caller } from '../api/request/caller';
import { callEndpoint } from '../api/request/request';
import { assessmentNameKey, idKey, isId } from '../api/specification/formats';
import { assessments } from '../api/specification/responses';
import type { Assessment } from '../api/specification/types';
import { unknownNames } from '../shared/parameters';
import type { InputItem } from './operation';
import { itemError } from './runner/itemError';

/** 'Assessment Names or IDs' of one input item. Assignments and score reports carry names alone, so an ID stands for its name. */
export interface AssessmentFilter {
	isEmpty: boolean;
	wants(assessmentName: string | null | undefined): boolean;
	/** To be called once the list is read: adds a hint about names that neither the list nor the account has, such as mistyped ones. */
	noteUnknown(): Promise<void>;
}

/** @throws NodeOperationError for an ID that the account doesn't have */
export async function assessmentFilter(item: InputItem, listed: readonly string[]): Promise<AssessmentFilter> {
	const ofAccount = async (caller: Caller) => await callEndpoint(caller, { endpoint: 'listAssessments' }, assessments);
	const names = listed.some(isId) ? namesOf(item, listed, await ofAccount(item)) : listed;
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
			if (notMet.length === 0) return;
			// Only a hint depends on it, so it may take no time and fail nothing.
			const all = await ofAccount({ ...item, budget: { totalMs: 5_000 } }).catch(() => undefined);
			const unknown = all && unknownNames(notMet, all);
			if (unknown !== undefined) item.notes.say(`${unknown.message}. ${unknown.description}.`);
		},
	};
}

function namesOf(item: InputItem, listed: readonly string[], all: readonly Assessment[]): string[] {
	return listed.map((entry) => {
		const found = all.find(({ assessmentId }) => idKey(assessmentId) === idKey(entry));
		if (found !== undefined) return found.name;
		if (!isId(entry)) return entry;
		const message = `Your account has no assessment with the ID ${entry} ('Assessment Names or IDs')`;
		throw itemError(item, message, 'Choose the assessment from the list, or check the expression');
	});
}
