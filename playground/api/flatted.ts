import { asArray, isObject } from './json.ts';

/**
 * Reads n8n's execution data: an array in which every text inside an object or array is the index of the real value, so
 * that one value can be named in several places (the format of the npm package `flatted`). Element 0 is the whole.
 */
export function parseFlatted(text: string): unknown {
	const parsed: unknown = JSON.parse(text);
	const values = asArray(parsed, 'Flattened data');
	const done = new Map<number, unknown>();

	function valueAt(index: number): unknown {
		if (done.has(index)) return done.get(index);
		const value = values[index];
		if (Array.isArray(value)) {
			const list: unknown[] = [];
			done.set(index, list);
			for (const element of value) list.push(resolve(element));
			return list;
		}
		if (isObject(value)) {
			const object: Record<string, unknown> = {};
			done.set(index, object);
			for (const [key, element] of Object.entries(value)) object[key] = resolve(element);
			return object;
		}
		return value;
	}

	function resolve(element: unknown): unknown {
		return typeof element === 'string' ? valueAt(Number(element)) : element;
	}

	return valueAt(0);
}
