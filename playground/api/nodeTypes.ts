import { asArray, asObject, isObject, optionalTextOf, textOf } from './json.ts';
import type { JsonObject } from './json.ts';
import type { Session } from './session.ts';

/** The node that asks for a dynamic list, as the editor describes it. */
export interface ListRequest {
	readonly nodeType: string;
	readonly typeVersion: number;
	/** The parameter's path, for example `assessmentId`. */
	readonly path: string;
	readonly methodName: string;
	readonly parameters: JsonObject;
	readonly credentials: Readonly<Record<string, { readonly id: string; readonly name: string }>>;
}

export interface ListEntry {
	readonly name: string;
	readonly value: string;
}

export interface NodeTypesApi {
	/** The descriptions of all the node types whose name begins so, by full name, as the editor gets them. */
	readonly startingWith: (prefix: string) => Promise<JsonObject[]>;
	/** A resource locator's list, with what the user typed into its search. */
	readonly listSearch: (list: ListRequest, filter?: string) => Promise<ListEntry[]>;
	/** A select field's dynamic options. */
	readonly loadOptions: (list: ListRequest) => Promise<ListEntry[]>;
}

function requestBody({ nodeType, typeVersion, path, methodName, parameters, credentials }: ListRequest): JsonObject {
	return {
		nodeTypeAndVersion: { name: nodeType, version: typeVersion },
		path: `parameters.${path}`,
		methodName,
		currentNodeParameters: parameters,
		credentials,
	};
}

function listEntry(value: unknown): ListEntry {
	const entry = asObject(value, 'A list entry');
	return { name: textOf(entry, 'name'), value: textOf(entry, 'value') };
}

export function nodeTypesApi({ request, fetch }: Session): NodeTypesApi {
	return {
		async startingWith(prefix) {
			const response = await fetch('/types/nodes.json');
			const types: unknown = await response.json();
			return asArray(types, 'The node types')
				.filter(isObject)
				.filter((type) => optionalTextOf(type, 'name')?.startsWith(prefix));
		},
		async listSearch(list, filter) {
			const body = { ...requestBody(list), ...(filter === undefined ? {} : { filter }) };
			const answer = await request('POST', '/dynamic-node-parameters/resource-locator-results', body);
			return asArray(asObject(answer, 'The list').results, "The list's 'results'").map(listEntry);
		},
		async loadOptions(list) {
			const answer = await request('POST', '/dynamic-node-parameters/options', requestBody(list));
			return asArray(answer, 'The options').map(listEntry);
		},
	};
}
