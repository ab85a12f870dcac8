import type { N8nApi } from '../../../../playground/api/index.ts';
import { asArray, asObject, textOf } from '../../../../playground/api/json.ts';
import type { JsonObject } from '../../../../playground/api/json.ts';

/** Makes a data table in n8n, as under "Data tables" of its start page. All columns are strings but those of `types`. */
export async function createDataTable(
	{ session }: N8nApi,
	name: string,
	columns: readonly string[],
	types: Readonly<Record<string, string>> = {},
) {
	const project = asObject(await session.request('GET', '/projects/personal'), 'The project');
	const tables = `/projects/${textOf(project, 'id')}/data-tables`;
	const table = await session.request('POST', tables, {
		name,
		columns: columns.map((column) => ({ name: column, type: types[column] ?? 'string' })),
	});
	const id = textOf(asObject(table, 'The data table'), 'id');
	return {
		/** What a Data table node has as its `dataTableId` when the table was chosen from the list. */
		choice: { __rl: true, mode: 'list', value: id, cachedResultName: name },
		async insert(rows: readonly JsonObject[]): Promise<void> {
			await session.request('POST', `${tables}/${id}/insert`, { data: rows, returnType: 'count' });
		},
		async rows(): Promise<JsonObject[]> {
			const page = asObject(await session.request('GET', `${tables}/${id}/rows?take=250`), 'The rows');
			return asArray(page.data, "The rows' 'data'").map((row) => asObject(row, 'A row'));
		},
	};
}
