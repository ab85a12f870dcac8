import type { INodePropertyMode } from 'n8n-workflow';

import { UUID } from '../../api/specification/values';

// The modes of resource locators.

/** The editor shows this message for any value that doesn't match. */
export function validation(regex: string, errorMessage: string): INodePropertyMode['validation'] {
	return [{ type: 'regex', properties: { regex, errorMessage } }];
}

const EXAMPLE_ID = '3f2b8c1e-5d4a-4f6b-9a7c-0e1d2c3b4a59';

export function idMode(name: string, what: string, hint: string): INodePropertyMode {
	const named = { displayName: 'By ID', name };
	const isId = validation(`\\s*${UUID}\\s*`, `Enter ${what}, e.g. ${EXAMPLE_ID}`);
	return { ...named, type: 'string', placeholder: `e.g. ${EXAMPLE_ID}`, hint, validation: isId };
}

export function listMode(placeholder: string, searchListMethod: string): INodePropertyMode {
	const named = { displayName: 'From List', name: 'list' };
	return { ...named, type: 'list', placeholder, typeOptions: { searchListMethod, searchable: true } };
}
