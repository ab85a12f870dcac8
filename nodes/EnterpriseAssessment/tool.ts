import type { INode } from 'n8n-workflow';

/**
 * Whether an AI model uses the node: n8n then adds Tool to its type. Tools don't have 'On Error' in the editor. If an item's
 * error were thrown, n8n 2 would show the model only the message, and n8n 1.x would end the execution.
 */
export function isTool({ type, onError }: INode): boolean {
	return type.endsWith('Tool') && onError !== 'stopWorkflow';
}
