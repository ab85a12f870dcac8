import type { IDataObject } from 'n8n-workflow';

import { FILE_TIMEOUT_MS, type FileKind } from '../../../api/request/download';
import type { InputItem } from '../../operation';

// What the operations that download files have in common.

export const FILE_TIMEOUT_SECONDS = FILE_TIMEOUT_MS / 1_000;

/** The kind as a label, e.g. `Audio`. */
export function titleOf(kind: FileKind): string {
	return `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
}

/** The item's fields without `error`, which n8n's Retry On Fail would treat as a failure. */
export function jsonToPassOn({ context, itemIndex }: InputItem): IDataObject {
	const json = context.getInputData()[itemIndex]?.json ?? {};
	return Object.fromEntries(Object.entries(json).filter(([field]) => field !== 'error'));
}
