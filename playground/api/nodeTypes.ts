import { asArray, isObject, optionalTextOf } from './json.ts';
import type { JsonObject } from './json.ts';
import type { Session } from './session.ts';

export function nodeTypesApi({ fetch }: Session) {
	return {
		/** The descriptions of all the node types whose full name begins so, as the editor gets them. */
		async startingWith(prefix: string): Promise<JsonObject[]> {
			const response = await fetch('/types/nodes.json');
			const types: unknown = await response.json();
			return asArray(types, 'The node types')
				.filter(isObject)
				.filter((type) => optionalTextOf(type, 'name')?.startsWith(prefix));
		},
	};
}
