import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeProperties,
	type INodePropertyOptions,
	NodeOperationError,
} from 'n8n-workflow';

import type { Caller, Budget } from '../api/request/caller';
import type { ExecutionNotes } from './hints';

/** An input item that an operation works on. */
export interface InputItem extends Caller {
	context: IExecuteFunctions;
	itemIndex: number;
	budget: Partial<Budget>;
	notes: ExecutionNotes;
}

/** The context and item index to read parameters with. */
export type ItemContext = Pick<InputItem, 'context' | 'itemIndex'>;

/** An operation of a resource: its entry in the 'Operation' list, its fields, and its code. */
export interface Operation {
	option: INodePropertyOptions & { value: string; action: string };
	/** The fields don't have display options, because the node's description adds them. */
	fields: INodeProperties[];
	/** The operation's own options, in addition to those that every operation has. */
	options?: INodeProperties[];
	/** The default that the editor shows for 'Timeout', if it isn't the usual one. download.ts applies it. */
	timeoutSeconds?: number;
	/** @returns output items, which the runner pairs with the input item */
	execute(item: InputItem): Promise<INodeExecutionData[]>;
}

export interface Resource {
	option: INodePropertyOptions & { value: string };
	defaultOperation: string;
	operations: Operation[];
}

/** Makes the error of one input item, which says what happened and what to do. */
export function itemError({ context, itemIndex }: ItemContext, message: string, description?: string) {
	return new NodeOperationError(context.getNode(), message, { itemIndex, description });
}
