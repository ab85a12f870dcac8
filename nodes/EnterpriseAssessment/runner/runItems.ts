import type { IExecuteFunctions, INode, INodeExecutionData, NodeExecutionHint } from 'n8n-workflow';

import type { InvitationNote } from './invitationHints';
import { invitationHints } from './invitationHints';
import { errorItem, executionError, nodeError } from './itemError';
import type { FailedItem } from './itemError';

/** The limit lets five requests wait for an answer; others may be at what comes after it, such as a file's body. */
const ITEMS_IN_FLIGHT = 10;

/**
 * What one input item becomes; pairing is added here.
 *
 * @param noMoreTurns ends what waits for its turn: the execution was cancelled, or an item has failed it
 */
type ExecuteItem = (
	itemIndex: number,
	notes: ExecutionNotes,
	noMoreTurns: AbortSignal,
) => Promise<INodeExecutionData[]>;

/**
 * Runs every input item, several at a time, and returns the outputs in the order of the inputs, each paired with its
 * input. With "Continue On Fail", and as an AI tool, a failing item becomes an error item. Otherwise nothing more is sent for
 * items that wait for their turn, requests on their way are waited for, and the error says what became of the others.
 */
export async function runItems(context: IExecuteFunctions, execute: ExecuteItem): Promise<INodeExecutionData[]> {
	const input = context.getInputData();
	const count = input.length;
	const outputs: INodeExecutionData[][] = [];
	const notes = new ExecutionNotes();
	const signal = context.getExecutionCancelSignal();
	const goesOn = context.continueOnFail() || isTool(context.getNode());
	const failed = new AbortController();
	const noMoreTurns = signal === undefined ? failed.signal : AbortSignal.any([signal, failed.signal]);
	let failure: FailedItem | undefined;
	let completed = 0;
	let next = 0;

	async function work(): Promise<void> {
		while (next < count && !noMoreTurns.aborted) {
			const itemIndex = next++;
			try {
				const items = await execute(itemIndex, notes, noMoreTurns);
				// One object for all: n8n stores what occurs more than once only once.
				const pairedItem = { item: itemIndex };
				for (const item of items) item.pairedItem = pairedItem;
				outputs[itemIndex] = items;
				completed += 1;
			} catch (thrown) {
				const error = nodeError(context.getNode(), thrown, itemIndex);
				if (goesOn) {
					outputs[itemIndex] = [errorItem(error, itemIndex)];
				} else {
					failure ??= { error, itemIndex, json: input[itemIndex]?.json };
					failed.abort();
				}
			}
		}
	}

	await Promise.all(Array.from({ length: Math.min(ITEMS_IN_FLIGHT, count) }, work));
	if (failure !== undefined) throw executionError(failure, completed, count);
	// n8n has hints since 1.9x only.
	if ('addExecutionHints' in context) context.addExecutionHints(...notes.hints());
	return outputs.flat();
}

/**
 * Whether an AI model uses the node: n8n then adds Tool to its type. The editor has no 'On Error' for a tool. If the error was
 * thrown, n8n 2 would show the model only its message, and n8n 1.x would end the execution.
 */
function isTool({ type, onError }: INode): boolean {
	return type.endsWith('Tool') && onError !== 'stopWorkflow';
}

/** What a list is of, as the hint calls it. */
export type ListOf = 'assessments' | 'assignments' | 'groups' | 'scores' | 'users';

/** What an execution of the node has to say beside its output, gathered over its input items. */
export class ExecutionNotes {
	#shown = 0;
	#total = 0;
	#listOf: ListOf = 'scores';
	#withoutReports = 0;
	readonly #invitations: InvitationNote[] = [];
	readonly #said = new Set<string>();

	/** @param total how many there were before 'Limit' cut the list */
	listed(listOf: ListOf, shown: number, total: number): void {
		this.#listOf = listOf;
		this.#shown += shown;
		this.#total += total;
	}

	/** The user exists but has no output item. */
	userWithoutReports(): void {
		this.#withoutReports += 1;
	}

	/** Adds another hint, once even if several items cause it. */
	say(message: string): void {
		this.#said.add(message);
	}

	invited(note: InvitationNote): void {
		this.#invitations.push(note);
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
			messages.push(`${users} no score reports, so there is no output for them. Set 'Output' to 'Users' to see them.`);
		}
		messages.push(...invitationHints(this.#invitations));
		return messages.map((message) => ({ message, type: 'info', location: 'outputPane' }));
	}
}
