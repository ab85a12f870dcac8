import { type IHookFunctions, type IPollFunctions, NodeError } from 'n8n-workflow';

import type { Caller } from '../api/request/caller';
import { explain } from '../api/request/messages';
import { tryEndpoint } from '../api/request/request';
import { unknownError, unknownNames } from './filters';

/** Identifies a trigger, also after it's renamed. */
export function triggerId(context: Pick<IHookFunctions, 'getWorkflow' | 'getNode'>): string {
	return `${context.getWorkflow().id} ${context.getNode().id}`;
}

/** Why n8n runs a trigger. `start`: n8n starts, or this instance becomes the leader. `removal` ends a test or a publication. */
export function occasionOf(context: IHookFunctions | IPollFunctions): 'test' | 'publication' | 'start' | 'removal' {
	if (context.getMode() === 'manual') return 'test';
	if (context.getMode() !== 'trigger') return 'removal';
	return ['init', 'leadershipChange'].includes(context.getActivationMode()) ? 'start' : 'publication';
}

/** Adds an error's description to its message, because n8n shows only the message when publishing fails. */
export function moveDescriptionToMessage(error: Error): void {
	if (!(error instanceof NodeError) || !error.description) return;
	error.message = explain({ message: error.message, description: error.description });
	error.description = undefined;
}

/** Throws UserError if the account has none of the assessments in a filter. If it lacks only some, e.g. former names, it logs them. */
export async function checkAssessments(caller: Caller, listed: readonly string[]): Promise<void> {
	if (listed.length === 0) return;
	const read = await tryEndpoint(caller, 'listAssessments');
	const warn = (doubt: string) => caller.context.logger.warn(`${caller.context.getNode().name}: ${doubt}`);
	if (!('value' in read)) return warn(`Couldn't check the names in its filter. ${explain(read)}`);
	const unknown = unknownNames(listed, read.value);
	if (unknown.length === 0) return;
	const error = unknownError(unknown, read.value, { kind: 'assessment' });
	if (unknown.length === listed.length) throw error;
	warn(explain(error));
}
