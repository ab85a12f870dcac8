import type { IExecuteFunctions, INodeExecutionData, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Caller, Budget } from '../api/request/caller';
import type { ExecutionNotes } from './notes';

/** An input item of an execution, with what an operation needs for it. */
export interface InputItem extends Caller {
	context: IExecuteFunctions;
	itemIndex: number;
	budget: Partial<Budget>;
	notes: ExecutionNotes;
}

/** The part of it that parameters are read from. */
export type ItemContext = Pick<InputItem, 'context' | 'itemIndex'>;

/** One operation of a resource: its entry in the 'Operation' list, its fields, and what it does. */
export interface Operation {
	option: INodePropertyOptions & { value: string; action: string };
	/** Shown only for this operation; the node's description adds the display options. */
	fields: INodeProperties[];
	/** @returns the output items of one input item; pairing is added by the runner */
	execute(item: InputItem): Promise<INodeExecutionData[]>;
}

export interface Resource {
	option: INodePropertyOptions & { value: string };
	/** Value of the operation that is chosen first. */
	defaultOperation: string;
	operations: Operation[];
}
