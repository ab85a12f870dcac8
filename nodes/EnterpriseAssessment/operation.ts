import type { IExecuteFunctions, INodeExecutionData, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Account } from '../api/request/account';
import type { Assessment, Assignment } from '../api/specification/types';
import type { RunNotes } from './runNotes';

/** What an operation works with: one input item of one execution. */
export interface OperationRun {
	context: IExecuteFunctions;
	account: Account;
	itemIndex: number;
	shared: SharedReads;
	notes: RunNotes;
}

/** Answers that all items of one execution can use, read by the first item that needs them. */
export interface SharedReads {
	assessments?: Promise<Assessment[]>;
	/** Not started or in progress. */
	openAssignments?: Promise<Assignment[]>;
	/** What this execution has assigned so far, which the reads above don't know. */
	assigned?: AssignedSoFar;
}

export interface AssignedSoFar {
	/** By e-mail address in lower case. */
	userIds: Map<string, string>;
	/** User and assessment, as one text. */
	pairs: Set<string>;
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
