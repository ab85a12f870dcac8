import type { IHookFunctions, IPollFunctions } from 'n8n-workflow';

/** Whether n8n activates a workflow that was published before: it starts, or this instance becomes the leader. */
export function isStart(context: IHookFunctions | IPollFunctions): boolean {
	return ['init', 'leadershipChange'].includes(context.getActivationMode());
}
