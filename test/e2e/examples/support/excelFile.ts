import type { JsonObject } from '../../../../playground/api/json.ts';
import type { N8nApi } from '../../../../playground/api/index.ts';
import { chain, startNode } from '../../../../playground/workflows/build.ts';
import { fieldsNode, n8nNode, splitNode } from '../../../../playground/workflows/nodes.ts';

/** An Excel file with these rows, created by n8n itself. */
export async function excelFile(api: N8nApi, rows: readonly JsonObject[], name: string): Promise<File> {
	const convert = n8nNode('Excel', 'convertToFile', 1.1, { operation: 'xlsx', options: {} });
	const nodes = [startNode, fieldsNode('List', { rows }), splitNode('Rows', 'rows'), convert];
	const { id } = await api.workflows.create(chain('Make an Excel file', nodes));
	const [item] = (await api.workflows.run(id)).items('Excel');
	const file = item?.binary.data;
	if (file === undefined) throw new Error('n8n made no file');
	return new File([new Uint8Array(await api.executions.download(file))], name);
}
