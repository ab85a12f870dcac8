import type { IExecuteFunctions, INodeExecutionData, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Caller, RequestLimits } from '../api/request/caller';
import type { RunNotes } from './runner/runItems';

/** What an operation works with: one input item of one execution, with the limits of its 'Options'. */
export interface OperationRun extends Caller {
	context: IExecuteFunctions;
	itemIndex: number;
	limits: Partial<RequestLimits>;
	notes: RunNotes;
}

/** One operation of a resource: its entry in the 'Operation' list, its fields, and what it does. */
export interface Operation {
	option: INodePropertyOptions & { value: string; action: string };
	/** Shown only for this operation; the node's description adds the display options. */
	fields: INodeProperties[];
	/** @returns the output items of one input item; pairing is added by the runner */
	execute(run: OperationRun): Promise<INodeExecutionData[]>;
}

export interface Resource {
	option: INodePropertyOptions & { value: string };
	/** Value of the operation that is chosen first. */
	defaultOperation: string;
	operations: Operation[];
}
