import type { NodeExecutionHint } from 'n8n-workflow';

/** What a list is of, as the hint calls it. */
export type ListOf = 'assessments' | 'assignments' | 'groups' | 'scores' | 'users';

/** What one run of the node has to say beside its output, gathered over its input items. */
export class RunNotes {
	#shown = 0;
	#total = 0;
	#listOf: ListOf = 'scores';
	#withoutReports = 0;
	#invited = 0;
	#alreadyAssigned = 0;
	readonly #said = new Set<string>();

	/** @param total how many there were before 'Limit' cut the list */
	listed(listOf: ListOf, shown: number, total: number): void {
		this.#listOf = listOf;
		this.#shown += shown;
		this.#total += total;
	}

	/** The user is there, and gave no output item. */
	userWithoutReports(): void {
		this.#withoutReports += 1;
	}

	/** Whatever else there is to say, once even where several items give cause for it. */
	say(message: string): void {
		this.#said.add(message);
	}

	invited(alreadyAssigned: boolean): void {
		this.#invited += 1;
		if (alreadyAssigned) this.#alreadyAssigned += 1;
	}

	hints(): NodeExecutionHint[] {
		const messages = [...this.#said];
		if (this.#total > this.#shown) {
			messages.push(
				`Showing ${this.#shown} of ${this.#total} ${this.#listOf}. Turn on 'Return All' or raise 'Limit' to get more.`,
			);
		}
		if (this.#withoutReports > 0) {
			const users = this.#withoutReports === 1 ? 'One user has' : `${this.#withoutReports} users have`;
			messages.push(`${users} no score reports and so gave no output. Set 'Output' to 'Users' to see them.`);
		}
		if (this.#alreadyAssigned > 0) {
			const people = this.#invited === 1 ? 'The person' : `${this.#alreadyAssigned} of ${this.#invited} people`;
			messages.push(`${people} had the assessment already: no lasting link for them (singleAssessmentSignInUrl).`);
		}
		return messages.map((message) => ({ message, type: 'info', location: 'outputPane' }));
	}
}
