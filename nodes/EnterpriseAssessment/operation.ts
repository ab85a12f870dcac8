import type { IExecuteFunctions, INodeExecutionData, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { type Budget, type Caller, DEFAULT_BUDGET } from '../api/request/caller';
import { MAX_RATE_LIMIT_WAIT_LABEL, TIMEOUT_LABEL } from '../api/request/messages';
import { collection, seconds } from '../shared/parameters/kinds';
import { fieldsOf, type KindsOf, ParameterError, readAll, type Source, tryRead } from '../shared/parameters/parameter';
import type { Notes } from './hints';
import { parameterError, type Row } from './itemErrors';
import type { ItemOfRun } from './runs';

/** An input item that an operation works on. */
export interface InputItem extends Caller, Row {
	context: IExecuteFunctions;
	itemIndex: number;
	budget?: Partial<Budget>;
	notes: Notes;
	/** What the run remembers of the item if n8n repeats it. */
	ofRun: ItemOfRun;
}

/** Whom a row of a list is about, as far as it says. Empty if it doesn't. */
export interface RowPerson {
	email: string;
	uniqueIdentifier: string;
	givenName: string;
}

export type Work = () => Promise<INodeExecutionData[]>;

/**
 * Changes the outputs of a run when all of them are known, e.g. names that must differ. Leaves the given objects as they are.
 *
 * @param outputs at each index, those of the input item with that index
 */
type AfterAll = (outputs: INodeExecutionData[][], input: INodeExecutionData[]) => INodeExecutionData[][];

/** What an operation declares about all of its items. */
interface Traits {
	/** Whether n8n may repeat an item although an earlier request may have gone through, because the operation finds out. */
	repeatsInDoubt?: boolean;
	/** What happens to the output of items that are done if the execution fails. Otherwise, it's lost. */
	ifLost?: string;
	afterAll?: AfterAll;
}

/** The parameters of one item, as they were read. */
export interface ReadItem extends Traits {
	/** Whom the item is about, if rows about one person must not contradict each other. */
	person?: RowPerson;
	/** May ask for the account's lists, but changes nothing. Returns the item's work, whose output the runner pairs with the item. */
	prepare(item: InputItem): Promise<Work>;
}

/** An operation of a resource: its entry in the 'Operation' list, its fields, and its code. */
export interface Operation {
	option: INodePropertyOptions & { value: string; action: string };
	/** New objects at each call, without display options, because the node's description adds them. */
	fields(): INodeProperties[];
	/** @throws NodeOperationError if a parameter can't be used */
	read(row: Row): Promise<ReadItem>;
}

export interface Resource {
	option: INodePropertyOptions & { value: string };
	defaultOperation: string;
	operations: Operation[];
}

/**
 * What `prepare` finds wrong is an error before anything is sent for any item. An operation without it has nothing to find, so
 * `execute` is the item's whole work.
 */
type Declared<P, O> = Traits & {
	option: Operation['option'];
	parameters?: KindsOf<P>;
	/** The operation's own options, in addition to those that every operation has. */
	options?: KindsOf<O>;
	/** The default that the editor shows for 'Timeout', if it isn't the usual one. download.ts applies it. */
	timeoutSeconds?: number;
	/** Throws ParameterError. */
	person?(given: P): RowPerson;
} & (
		| { prepare(item: InputItem, given: P, options: O): Promise<Work> }
		| { execute(item: InputItem, given: P, options: O): Promise<INodeExecutionData[]> }
	);

/** Makes an operation whose parameters are all read before it begins. */
export function operation<P extends object, O extends object>(declared: Declared<P, O>): Operation {
	const { option, parameters = {} as KindsOf<P>, options = {} as KindsOf<O>, timeoutSeconds } = declared;
	const { repeatsInDoubt, ifLost, afterAll } = declared;
	const ofRequest = requestOptions(timeoutSeconds);
	const all = collection('options', { ...options, ...ofRequest });
	return {
		option,
		fields: () => [...fieldsOf(parameters), ...fieldsOf({ options: all })],
		async read(row) {
			const read = await tryRead(() => {
				const source = sourceOf(row);
				// The operation's code gets only its own options. The others become the item's time limits.
				const limits = collection('options', ofRequest)('options').read(source);
				const added = collection('options', options)('options').read(source);
				const given = readAll(parameters, source);
				return { limits, added, given, person: declared.person?.(given) };
			});
			if (read instanceof ParameterError) throw parameterError(row, read);
			const { limits, added, given, person } = read;
			const explained = async <T>(task: Promise<T>) =>
				await task.catch((error: Error) => {
					throw error instanceof ParameterError ? parameterError(row, error) : error;
				});
			return {
				person,
				repeatsInDoubt,
				ifLost,
				afterAll,
				async prepare(item) {
					const limited = { ...item, budget: budgetOf(limits) };
					if ('execute' in declared) {
						return async () => await explained(declared.execute(limited, given, added));
					}
					const work = await explained(declared.prepare(limited, given, added));
					return async () => await explained(work());
				},
			};
		},
	};
}

/** An item's own values, with their expressions resolved. */
function sourceOf({ context, itemIndex }: Row): Source {
	return {
		get: (name, fallback) => context.getNodeParameter(name, itemIndex, fallback as object),
		timezone: () => context.getTimezone(),
	};
}

function requestOptions(timeoutSeconds = DEFAULT_BUDGET.timeoutMs / 1_000) {
	return {
		maxRateLimitWait: seconds(
			MAX_RATE_LIMIT_WAIT_LABEL,
			DEFAULT_BUDGET.maxRateLimitWaitMs / 1_000,
			0,
			'How long one request can wait for its turn. The service allows 5 requests per second and 2,000 per 20 minutes per account.',
		),
		timeout: seconds(
			TIMEOUT_LABEL,
			timeoutSeconds,
			1,
			'How long one request can take, not counting the wait for its turn',
		),
	};
}

function budgetOf({ timeout, maxRateLimitWait }: { timeout?: number; maxRateLimitWait?: number }): Partial<Budget> {
	return {
		...(timeout === undefined ? {} : { timeoutMs: timeout }),
		...(maxRateLimitWait === undefined ? {} : { maxRateLimitWaitMs: maxRateLimitWait }),
	};
}

/** The description of an option that makes the item fail. */
export const FAIL_ITEM = "Fail this item. The node's 'On Error' setting decides what happens next.";
