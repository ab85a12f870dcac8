import type { IExecuteFunctions, INodeExecutionData, NodeExecutionHint } from 'n8n-workflow';

import { errorItem, errorOfRun, nodeError } from './itemError';
import type { FailedItem } from './itemError';

/** The limit lets five requests wait for an answer; others may be at what comes after it, such as a file's body. */
const ITEMS_IN_FLIGHT = 10;

/** What one input item becomes; pairing is added here. */
type ItemRun = (itemIndex: number, notes: RunNotes) => Promise<INodeExecutionData[]>;

/**
 * Runs every input item, several at a time, and returns the outputs in the order of the inputs, each paired with its
 * input. With "Continue On Fail" a failing item gives an error item; otherwise no further item is begun, those in
 * flight are waited for, and the error says what became of the others.
 */
export async function runItems(context: IExecuteFunctions, run: ItemRun): Promise<INodeExecutionData[]> {
	const input = context.getInputData();
	const count = input.length;
	const outputs: INodeExecutionData[][] = [];
	const notes = new RunNotes();
	const signal = context.getExecutionCancelSignal();
	let failure: FailedItem | undefined;
	let completed = 0;
	let next = 0;

	async function work(): Promise<void> {
		while (next < count && failure === undefined && signal?.aborted !== true) {
			const itemIndex = next++;
			try {
				const items = await run(itemIndex, notes);
				// One object for all: n8n stores what occurs more than once only once.
				const pairedItem = { item: itemIndex };
				for (const item of items) item.pairedItem = pairedItem;
				outputs[itemIndex] = items;
				completed += 1;
			} catch (thrown) {
				const error = nodeError(context.getNode(), thrown, itemIndex);
				if (context.continueOnFail()) {
					outputs[itemIndex] = [errorItem(error, itemIndex)];
				} else {
					failure ??= { error, itemIndex, json: input[itemIndex]?.json };
				}
			}
		}
	}

	await Promise.all(Array.from({ length: Math.min(ITEMS_IN_FLIGHT, count) }, work));
	if (failure !== undefined) throw errorOfRun(failure, completed, count);
	// n8n has hints since 1.9x only.
	if ('addExecutionHints' in context) context.addExecutionHints(...notes.hints());
	return outputs.flat();
}

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
