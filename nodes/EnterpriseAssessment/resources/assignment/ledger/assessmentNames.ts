import { idKey, assessmentNameKey } from '../../../../api/specification/ids';
import type { Assessment } from '../../../../api/specification/types';

/** The account's assessments. Assignments carry no assessmentId: names tell them apart. */
export class AssessmentNames {
	readonly #names: ReadonlyMap<string, string>;
	readonly #keys: ReadonlySet<string>;

	constructor(assessments: readonly Assessment[] = []) {
		this.#names = new Map(assessments.map(({ assessmentId, name }) => [idKey(assessmentId), name]));
		this.#keys = new Set(assessments.map(({ name }) => assessmentNameKey(name)));
	}

	nameOf(assessmentId: string): string | undefined {
		return this.#names.get(idKey(assessmentId));
	}

	isNameOf(assessmentName: string, assessmentId: string): boolean {
		const name = this.nameOf(assessmentId);
		return name !== undefined && assessmentNameKey(name) === assessmentNameKey(assessmentName);
	}

	/** Whether one of them was called otherwise before. */
	isRenamedSince(before: AssessmentNames): boolean {
		return [...this.#names].some(([assessmentId, name]) => {
			const former = before.nameOf(assessmentId);
			return former !== undefined && assessmentNameKey(former) !== assessmentNameKey(name);
		});
	}

	isKnown(assessmentName: string): boolean {
		return this.#keys.has(assessmentNameKey(assessmentName));
	}
}
