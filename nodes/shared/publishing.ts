import { type IHookFunctions, type IPollFunctions, NodeError } from 'n8n-workflow';

import { explain } from '../api/request/messages';

/** Whether n8n activates an already published workflow, because n8n starts or this instance becomes the leader. */
export function isN8nStart(context: IHookFunctions | IPollFunctions): boolean {
	return ['init', 'leadershipChange'].includes(context.getActivationMode());
}

/** Adds an error's description to its message, because n8n shows only the message when publishing fails. */
export function moveDescriptionToMessage(error: Error): void {
	if (!(error instanceof NodeError) || !error.description) return;
	error.message = explain({ message: error.message, description: error.description });
	error.description = undefined;
}
