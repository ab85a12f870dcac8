import type {
	ExecutionBaseError,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { LIMITS_TEXT } from '../api/pacing/slots';
import { type Caller, DEFAULT_BUDGET, within } from '../api/request/caller';
import { MAX_RATE_LIMIT_WAIT_LABEL, TIMEOUT_LABEL } from '../api/request/messages';
import { collection, seconds } from '../shared/parameters/kinds';
import { fieldsOf, type KindsOf, readAll } from '../shared/parameters/parameter';
import type { Notes } from './hints';

/** What a run of the node remembers of one input item, through all tries of Retry On Fail. */
export interface ItemOfRun {
	input: INodeExecutionData;
	/** The item's output, once it's done. Nothing is sent for it again. */
	output?: INodeExecutionData[];
	/** The error of an item whose request may have gone through, and its words as they were first. Nothing is sent for it again either. */
	doubt?: { error: ExecutionBaseError; words: Pick<ExecutionBaseError, 'message' | 'description'> };
	/** Called when no try is left, with whether n8n has taken the item's output. */
	whenOver: Array<(isOutput: boolean) => void>;
	cancel: AbortSignal | undefined;
}

/** An input item, as an operation gets it. It's the caller of its requests. */
export interface InputItem extends Caller {
	context: IExecuteFunctions;
	/** The same for all rounds of a loop, until n8n stores the execution, e.g. for a long wait. Each call of a tool has its own. */
	execution: object;
	itemIndex: number;
	notes: Notes;
	ofRun: ItemOfRun;
}

/** An input item in one try of a run. Until it fails, each stage gives it what the next one needs. */
export interface ItemOfTry extends Omit<InputItem, 'account'> {
	account?: InputItem['account'];
	operation?: Operation;
	prepare?: () => Work | Promise<Work>;
	work?: Work;
	error?: ExecutionBaseError;
}

/** What an operation declares about all of its items. */
interface Traits {
	/** Its entry in the 'Operation' list. */
	option: INodePropertyOptions & { value: string; action: string };
	/** Whether n8n may repeat an item although an earlier request may have gone through, because the operation finds out. */
	repeatsInDoubt?: boolean;
	/** What happens to the output of items that are done if the execution fails. Otherwise, it's lost. */
	ifLost?: string;
	/** Changes the items' outputs when all are known, e.g. names that must differ. Leaves the given objects as they are. */
	afterAll?: (outputs: INodeExecutionData[][], input: INodeExecutionData[]) => INodeExecutionData[][];
}

type Work = () => INodeExecutionData[] | Promise<INodeExecutionData[]>;

/** An operation of a resource. All three stages of an item can throw UserError. */
export interface Operation extends Traits {
	/** New objects at each call, without display options, because the node's description adds them. */
	fields(): INodeProperties[];
	/** Reads an item's parameters. Sends nothing. Returns the next stage, which returns the last one. */
	read(item: InputItem): () => Work | Promise<Work>;
}

type Declared<P, O> = Traits & {
	parameters?: KindsOf<P>;
	/** The operation's own options, in addition to those that every operation has. */
	options?: KindsOf<O>;
	/** The default for 'Timeout', if it isn't the usual one. */
	timeoutMs?: number;
	/** Throws UserError if all rows of the run have a problem in common. Called before an item's parameters are read. */
	checkRun?(item: InputItem): void;
	/** Throws UserError if the item can't be used, e.g. because it contradicts an earlier one. Sends nothing. */
	check?(item: InputItem, given: P): void;
	/**
	 * May ask for the account's lists, but changes nothing, so what it finds wrong is an error before anything is changed for any item.
	 * Returns the item's work, whose output the runner pairs with the item.
	 */
	prepare(item: InputItem, given: P, options: O): Work | Promise<Work>;
};

export function operation<P extends object, O extends object>(declared: Declared<P, O>): Operation {
	const { parameters = {} as KindsOf<P>, options = {} as KindsOf<O>, timeoutMs = DEFAULT_BUDGET.timeoutMs } = declared;
	const limits = {
		maxRateLimitWait: seconds(
			MAX_RATE_LIMIT_WAIT_LABEL,
			`How long one request can wait for its turn. The service allows ${LIMITS_TEXT} per account.`,
			{ default: DEFAULT_BUDGET.maxRateLimitWaitMs / 1_000, least: 0 },
		),
		timeout: seconds(TIMEOUT_LABEL, 'How long one try of a request can take, not counting the wait for its turn', {
			default: timeoutMs / 1_000,
			least: 1,
		}),
	};
	return {
		...declared,
		fields: () => [...fieldsOf(parameters), ...fieldsOf({ options: collection('options', { ...options, ...limits }) })],
		read(inputItem) {
			const { context, itemIndex } = inputItem;
			const source = {
				getNodeParameter: (name: string, initial: unknown) =>
					context.getNodeParameter(name, itemIndex, initial as object),
				getTimezone: () => context.getTimezone(),
			};
			// The operation's code gets only its own options. The others become the item's time limits.
			const { options: budget } = readAll({ options: collection('options', limits) }, source);
			const { options: added } = readAll({ options: collection('options', options) }, source);
			declared.checkRun?.(inputItem);
			const given = readAll(parameters, source);
			const { timeout: timeoutMs, maxRateLimitWait: maxRateLimitWaitMs } = budget;
			const patienceMs = Math.min(inputItem.budget.patienceMs, maxRateLimitWaitMs);
			const item = within(inputItem, { timeoutMs, maxRateLimitWaitMs, patienceMs });
			declared.check?.(item, given);
			return () => declared.prepare(item, given, added);
		},
	};
}

/**
 * Whether an AI model uses the node: n8n then adds Tool to its type. Tools don't have 'On Error' in the editor. If an item's
 * error were thrown, n8n 2 would show the model only the message, and n8n 1.x would end the execution.
 */
export function isTool({ type, onError }: INode): boolean {
	return type.endsWith('Tool') && onError !== 'stopWorkflow';
}

export const FAIL_ITEM = "Fail this item. The node's 'On Error' setting decides what happens next.";

/** What to do after a lost response, whose request may still have gone through. */
export const WAIT_FOR_OUTCOME = 'Wait two minutes and run this item again. The node first looks for what was created';
