import type { IExecuteFunctions, INodeExecutionData, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Caller, Budget } from '../api/request/caller';
import type { ExecutionNotes } from './runner';

/** One input item of an execution: what an operation works on. */
export interface InputItem extends Caller {
	context: IExecuteFunctions;
	itemIndex: number;
	budget: Partial<Budget>;
	notes: ExecutionNotes;
}

/** What parameters are read from. */
export type ItemContext = Pick<InputItem, 'context' | 'itemIndex'>;

/** One operation of a resource: its entry in the 'Operation' list, its fields, and what it does. */
export interface Operation {
	option: INodePropertyOptions & { value: string; action: string };
	/** Without display options: the node's description adds them. */
	fields: INodeProperties[];
	/** Besides those of every operation. */
	options?: INodeProperties[];
	/** The default of 'Timeout', if it isn't the usual one. */
	timeoutSeconds?: number;
	/** @returns output items, which the runner pairs with the input item */
	execute(item: InputItem): Promise<INodeExecutionData[]>;
}

export interface Resource {
	option: INodePropertyOptions & { value: string };
	/** The value of an operation. */
	defaultOperation: string;
	operations: Operation[];
}
