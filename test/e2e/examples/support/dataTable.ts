import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { N8nApi } from '../../../../playground/api/index.ts';
import type { JsonObject } from '../../../../playground/api/json.ts';
import { repositoryRoot } from '../../../../playground/paths.ts';

interface Upload {
	readonly id: string;
	readonly columns: ReadonlyArray<{ readonly name: string; readonly type: string }>;
}

/** Imports a file of `examples/tables` as a new data table, as n8n's *Import CSV* does. */
export async function importDataTable({ session }: N8nApi, name: string) {
	const file = await readFile(join(repositoryRoot, 'examples/tables', `${name}.csv`), 'utf8');
	const form = new FormData();
	form.set('hasHeaders', 'true');
	form.set('file', new File([file], `${name}.csv`, { type: 'text/csv' }));
	const response = await session.fetch('/rest/data-tables/uploads', { method: 'POST', body: form });
	const { data: uploaded } = (await response.json()) as { data: Upload };
	const columns = uploaded.columns.map((column) => ({ name: column.name, type: column.type }));

	const project = await session.request<{ id: string }>('GET', '/projects/personal');
	const tables = `/projects/${project.id}/data-tables`;
	const table = { name: `${name} ${randomUUID()}`, columns, fileId: uploaded.id, hasHeaders: true };
	const { id } = await session.request<{ id: string }>('POST', tables, table);
	return {
		columns: columns.map((column) => column.name),
		/** A Data table node's `dataTableId` if the table was chosen from the list. */
		choice: { __rl: true, mode: 'list', value: id, cachedResultName: name },
		async insert(rows: readonly JsonObject[]): Promise<void> {
			await session.request('POST', `${tables}/${id}/insert`, { data: rows, returnType: 'count' });
		},
		async rows(): Promise<JsonObject[]> {
			return (await session.request<{ data: JsonObject[] }>('GET', `${tables}/${id}/rows?take=250`)).data;
		},
	};
}
