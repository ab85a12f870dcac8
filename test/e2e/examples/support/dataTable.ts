import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { N8nApi } from '../../../../playground/api/index.ts';
import { asArray, asObject, textOf } from '../../../../playground/api/json.ts';
import type { JsonObject } from '../../../../playground/api/json.ts';
import { repositoryRoot } from '../../../../playground/paths.ts';

/** Imports a file of `examples/tables` as a new data table, as n8n's *Import CSV* does. */
export async function importDataTable({ session }: N8nApi, name: string) {
	const file = await readFile(join(repositoryRoot, 'examples/tables', `${name}.csv`), 'utf8');
	const form = new FormData();
	form.set('hasHeaders', 'true');
	form.set('file', new File([file], `${name}.csv`, { type: 'text/csv' }));
	const response = await session.fetch('/rest/data-tables/uploads', { method: 'POST', body: form });
	const uploaded = asObject(asObject(await response.json(), 'The answer').data, 'The upload');
	const columns = asArray(uploaded.columns, 'The columns').map((column) => asObject(column, 'A column'));

	const project = asObject(await session.request('GET', '/projects/personal'), 'The project');
	const tables = `/projects/${textOf(project, 'id')}/data-tables`;
	const table = await session.request('POST', tables, {
		name: `${name} ${randomUUID()}`,
		columns: columns.map((column) => ({ name: textOf(column, 'name'), type: textOf(column, 'type') })),
		fileId: textOf(uploaded, 'id'),
		hasHeaders: true,
	});
	const id = textOf(asObject(table, 'The data table'), 'id');
	return {
		columns: columns.map((column) => textOf(column, 'name')),
		/** A Data table node's `dataTableId` if the table was chosen from the list. */
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
