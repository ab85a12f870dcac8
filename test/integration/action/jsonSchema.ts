/** The part of JSON Schema that n8n reads from `__schema__`. */
export interface JsonSchema {
	type: 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';
	properties?: Record<string, JsonSchema>;
	items?: JsonSchema;
}

/** The schema that all values fit. Null says nothing about a type while another value does: n8n shows one type a field. */
export function schemaOf(values: readonly unknown[]): JsonSchema {
	const given = values.filter((value) => value !== null && value !== undefined);
	const types = [...new Set(given.map(typeOf))];
	const [type] = types;
	if (type === undefined) return { type: 'null' };
	if (types.length > 1) throw new Error(`A field is ${types.join(' and ')}: n8n can show only one type`);
	if (type === 'array')
		return { type, items: schemaOf(given.flatMap((value): unknown[] => (Array.isArray(value) ? value : []))) };
	if (type !== 'object') return { type };
	const records = given.filter((value) => typeof value === 'object').map((value) => ({ ...value }));
	const fields = [...new Set(records.flatMap((record) => Object.keys(record)))];
	return {
		type,
		properties: Object.fromEntries(
			fields.map((field) => [field, schemaOf(records.map((record: Record<string, unknown>) => record[field]))]),
		),
	};
}

function typeOf(value: unknown): JsonSchema['type'] {
	if (Array.isArray(value)) return 'array';
	switch (typeof value) {
		case 'string':
			return 'string';
		case 'number':
			return 'number';
		case 'boolean':
			return 'boolean';
		default:
			return 'object';
	}
}
