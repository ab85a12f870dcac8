import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeProperties,
	type INodePropertyOptions,
	NodeOperationError,
} from 'n8n-workflow';

import { type Budget, type Caller, DEFAULT_BUDGET } from '../api/request/caller';
import { MAX_RATE_LIMIT_WAIT_LABEL, TIMEOUT_LABEL } from '../api/request/messages';
import { collection, seconds } from '../shared/parameters/kinds';
import { fieldsOf, type Kind, type KindsOf, ParameterError, tryReadAll } from '../shared/parameters/parameter';
import { firstOf } from '../shared/parameters/values';
import type { ExecutionNotes } from './hints';

/** An input item that an operation works on. */
export interface InputItem extends Caller {
	context: IExecuteFunctions;
	itemIndex: number;
	budget?: Partial<Budget>;
	notes: ExecutionNotes;
}

/** An operation of a resource: its entry in the 'Operation' list, its fields, and its code. */
export interface Operation {
	option: INodePropertyOptions & { value: string; action: string };
	/** New objects at each call, without display options, because the node's description adds them. */
	fields(): INodeProperties[];
	/** @returns output items, which the runner pairs with the input item */
	execute(item: InputItem): Promise<INodeExecutionData[]>;
	afterAll?: AfterAll;
}

/**
 * Changes the outputs of a run when all of them are known, e.g. names that must differ. Leaves the given objects as they are.
 *
 * @param outputs at each index, those of the input item with that index
 */
type AfterAll = (outputs: INodeExecutionData[][], input: INodeExecutionData[]) => INodeExecutionData[][];

export interface Resource {
	option: INodePropertyOptions & { value: string };
	defaultOperation: string;
	operations: Operation[];
}

interface Declared<P, O> {
	option: Operation['option'];
	parameters?: KindsOf<P>;
	/** The operation's own options, in addition to those that every operation has. */
	options?: KindsOf<O>;
	/** The default that the editor shows for 'Timeout', if it isn't the usual one. download.ts applies it. */
	timeoutSeconds?: number;
	execute(item: InputItem, given: P, options: O): Promise<INodeExecutionData[]>;
	afterAll?: AfterAll;
}

/** Makes an operation whose parameters are all read before it begins. */
export function operation<P extends object, O extends object>(declared: Declared<P, O>): Operation {
	const { option, parameters = {} as KindsOf<P>, options = {} as KindsOf<O>, timeoutSeconds, afterAll } = declared;
	const ofRequest = requestOptions(timeoutSeconds);
	const all = collection('options', byLabel({ ...options, ...ofRequest }));
	return {
		option,
		afterAll,
		fields: () => [...fieldsOf(parameters), ...fieldsOf({ options: all })],
		async execute(item) {
			const source = {
				get: (name: string, fallback: unknown) =>
					item.context.getNodeParameter(name, item.itemIndex, fallback as object) as unknown,
				timezone: () => item.context.getTimezone(),
			};
			const [added, given] = [await tryReadAll({ options: all }, source), await tryReadAll(parameters, source)];
			if (added instanceof ParameterError) throw parameterError(item, added);
			if (given instanceof ParameterError) throw parameterError(item, given);
			const limited = { ...item, budget: budgetOf(added.options) };
			return await declared.execute(limited, given, added.options as unknown as O).catch((error: Error) => {
				throw error instanceof ParameterError ? parameterError(item, error) : error;
			});
		},
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

/** The editor shows options in the order of their labels. */
function byLabel<V extends object>(kinds: KindsOf<V>): KindsOf<V> {
	const labeled = Object.entries<Kind<unknown>>(kinds).map((entry) => ({
		entry,
		label: entry[1]('').fields[0]?.displayName ?? '',
	}));
	const sorted = labeled.sort((one, other) => one.label.localeCompare(other.label)).map(({ entry }) => entry);
	return Object.fromEntries(sorted) as KindsOf<V>;
}

function budgetOf({ timeout, maxRateLimitWait }: { timeout?: number; maxRateLimitWait?: number }): Partial<Budget> {
	return {
		...(timeout === undefined ? {} : { timeoutMs: timeout }),
		...(maxRateLimitWait === undefined ? {} : { maxRateLimitWaitMs: maxRateLimitWait }),
	};
}

/** Makes the error of one input item, which says what happened and what to do. */
export function itemError(
	{ context, itemIndex }: Pick<InputItem, 'context' | 'itemIndex'>,
	message: string,
	description?: string,
) {
	return new NodeOperationError(context.getNode(), message, { itemIndex, description });
}

/** If an empty parameter's expression reads the input item, the error lists the item's fields. */
function parameterError(item: InputItem, { message, description, empty }: ParameterError) {
	const { parameters } = item.context.getNode();
	const readsItem = empty.some((name) => JSON.stringify(parameters[name] ?? '').includes('$json'));
	return itemError(item, message, readsItem ? `${description}. ${fieldsOfItem(item)}` : description);
}

function fieldsOfItem({ context, itemIndex }: InputItem): string {
	const fields = Object.keys(context.getInputData()[itemIndex]?.json ?? {});
	const [wholeRow, ...others] = fields;
	if (wholeRow?.includes(';') && others.length === 0) {
		return `The list has only one column, '${wholeRow}', because it uses semicolons. In the Extract from File node, add the option 'Delimiter' and enter ';'`;
	}
	return fields.length === 0 ? 'The input item has no fields' : `The input item has the fields ${firstOf(fields, 20)}`;
}

/** The description of an option that makes the item fail. */
export const FAIL_ITEM = "Fail this item. The node's 'On Error' setting decides what happens next.";
