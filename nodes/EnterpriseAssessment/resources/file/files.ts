import type { IBinaryKeyData, IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { FileKind } from '../../../api/request/download';
import { resolveLink } from '../../../api/specification/links';
import { UserError } from '../../../shared/parameters/parameter';
import type { InputItem } from '../../operation';

export function titleOf(kind: FileKind): string {
	return `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
}

/** @throws UserError about `parameter`, which holds the link, if the link leads outside the service */
export function fileUrlOf({ account }: InputItem, link: string, parameter: string): string {
	const resolved = resolveLink(account.baseHost, link);
	if ('url' in resolved) return resolved.url;
	throw new UserError(
		`'${parameter}' isn't a link to one of the service's files: ${resolved.problem}`,
		"Use the link from a score report unchanged. A full URL must begin with the 'Service Address' in the credentials",
	);
}

/** The item's fields without `error`, which n8n's Retry On Fail would treat as a failure. */
export function jsonToPassOn({ ofRun }: InputItem): IDataObject {
	return Object.fromEntries(Object.entries(ofRun.input.json).filter(([field]) => field !== 'error'));
}

/** Adds numbers to files of the same name, which would overwrite each other in a folder. `withNames` puts the names into an item's JSON. */
export function distinctNames(withNames: (json: IDataObject, files: IBinaryKeyData) => IDataObject) {
	return (outputs: INodeExecutionData[][], input: INodeExecutionData[]): INodeExecutionData[][] => {
		const taken = new Map<string, number>();
		const distinct = (item: INodeExecutionData, passedOn: INodeExecutionData['binary'] = {}): INodeExecutionData => {
			// A field that still has the input's file was passed on, not downloaded.
			const downloaded = Object.entries(item.binary ?? {}).filter(([field, file]) => file !== passedOn[field]);
			if (downloaded.length === 0) return item;
			const named = downloaded.map(([field, file]) => {
				return [field, { ...file, fileName: distinctName(file.fileName ?? '', taken) }];
			});
			const files = Object.fromEntries(named);
			return { ...item, json: withNames(item.json, files), binary: { ...item.binary, ...files } };
		};
		return outputs.map((items, index) => items.map((item) => distinct(item, input[index]?.binary)));
	};
}

/** @param taken how many files had each name, which many file systems compare without case */
function distinctName(name: string, taken: Map<string, number>): string {
	const end = name.lastIndexOf('.') > 0 ? name.lastIndexOf('.') : name.length;
	for (let number = (taken.get(name.toLowerCase()) ?? 0) + 1; ; number += 1) {
		const distinct = number === 1 ? name : `${name.slice(0, end)} (${number})${name.slice(end)}`;
		if (taken.has(distinct.toLowerCase())) continue;
		taken.set(distinct.toLowerCase(), 1).set(name.toLowerCase(), number);
		return distinct;
	}
}
