import { assessments } from '../api/specification/responses';
import { assessmentNameKey, idKey } from '../api/specification/ids';
import type { Assessment } from '../api/specification/types';
import { isAssessmentId, unknownNames } from '../shared/assessmentsInFilter';
import { callForItem } from './answers';
import type { OperationRun } from './operation';
import { parameterError } from './parameters';

/** 'Assessment Names or IDs' of one input item. Assignments and score reports carry names alone, so an ID stands for its name. */
export class AssessmentFilter {
	readonly #run: OperationRun;
	readonly #names = new Map<string, string>();
	readonly #notMet = new Set<string>();
	#account: Assessment[] | undefined;

	private constructor(run: OperationRun) {
		this.#run = run;
	}

	/** @throws NodeOperationError for an ID that the account doesn't have */
	static async of(run: OperationRun, listed: readonly string[]): Promise<AssessmentFilter> {
		const filter = new AssessmentFilter(run);
		for (const entry of listed) await filter.#add(entry);
		return filter;
	}

	get isEmpty(): boolean {
		return this.#names.size === 0;
	}

	wants(assessmentName: string | null | undefined): boolean {
		const key = assessmentNameKey(assessmentName ?? '');
		this.#notMet.delete(key);
		return this.isEmpty || this.#names.has(key);
	}

	/** After the list was read: lets a hint tell of names that neither the list nor the account has, such as mistyped ones. */
	async noteUnknown(): Promise<void> {
		if (this.#notMet.size === 0) return;
		const names = [...this.#notMet].map((key) => this.#names.get(key) ?? key);
		const unknown = unknownNames(names, await this.#assessments());
		if (unknown !== undefined) this.#run.notes.say(`${unknown.message}. ${unknown.description}.`);
	}

	async #add(entry: string): Promise<void> {
		const name = isAssessmentId(entry) ? await this.#nameOf(entry) : entry;
		this.#names.set(assessmentNameKey(name), name);
		this.#notMet.add(assessmentNameKey(name));
	}

	async #nameOf(id: string): Promise<string> {
		const found = (await this.#assessments()).find(({ assessmentId }) => idKey(assessmentId) === idKey(id));
		if (found !== undefined) return found.name;
		throw parameterError(
			this.#run,
			`The account has no assessment with the ID ${id} ('Assessment Names or IDs')`,
			'Choose the assessment from the list, or check the expression',
		);
	}

	async #assessments(): Promise<Assessment[]> {
		this.#account ??= await callForItem(this.#run, { endpoint: 'listAssessments' }, assessments);
		return this.#account;
	}
}
