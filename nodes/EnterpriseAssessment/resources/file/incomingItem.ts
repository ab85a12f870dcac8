import type { INodeExecutionData } from 'n8n-workflow';

import type { InputItem } from '../../operation';

/** The input item, which a download passes on. Without its field `error`, because Retry On Fail takes an output with one for a failure. */
export function incomingItem({ context, itemIndex }: InputItem): INodeExecutionData {
	const item = context.getInputData()[itemIndex] ?? { json: {} };
	return { ...item, json: Object.fromEntries(Object.entries(item.json).filter(([field]) => field !== 'error')) };
}
