import { isObject, optionalTextOf } from '../../../../playground/api/json.ts';

function within(path: string, before: unknown, after: unknown): string[] {
	if (Object.is(before, after)) return [];
	if (isObject(before) && isObject(after)) {
		const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
		return [...keys].flatMap((key) => within(`${path}.${key}`, before[key], after[key]));
	}
	if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
		return before.flatMap((entry, index) => within(`${path}.${nameOf(entry) ?? String(index)}`, entry, after[index]));
	}
	return [path];
}

/** Nodes are told by their names. */
function nameOf(entry: unknown): string | undefined {
	return isObject(entry) ? optionalTextOf(entry, 'name') : undefined;
}

/** The paths of everything that is not the same in both values, as `nodes.Post to Slack.parameters.url`. */
export function differences(before: object, after: object): string[] {
	return within('', before, after).map((path) => path.slice(1));
}
