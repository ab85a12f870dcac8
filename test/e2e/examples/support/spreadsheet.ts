import { asArray, asObject, textOf } from '../../../../playground/api/json.ts';
import type { AppCall } from '../../../../playground/otherApps.ts';

const ID = 'the-id-of-the-document';
const SHEET = { sheetId: 0, title: 'People' };

function cellsOf(values: unknown): string[][] {
	return asArray(values, 'The values').map((row) => asArray(row, 'A row').map(String));
}

/** The row and column indices of a cell such as `People!D2`. */
function cellAt(range: string): [row: number, column: number] {
	const [, letter = '', row = ''] = /!([A-Z])(\d+)$/.exec(range) ?? [];
	return [Number(row) - 1, letter.charCodeAt(0) - 'A'.charCodeAt(0)];
}

/** A Google Sheets document with one sheet, limited to what n8n's node reads and writes. */
export function createSpreadsheet() {
	let rows: string[][] = [];
	const copies: string[][][] = [];

	function put(row: number, column: number, values: readonly string[]): void {
		const before = rows[row] ?? [];
		const width = Math.max(before.length, column + values.length);
		const after = Array.from({ length: width }, (_, index) => values[index - column] ?? before[index] ?? '');
		rows = rows.with(row, after);
	}

	function updateCells(body: unknown): void {
		for (const entry of asArray(asObject(body, 'The update').data, "The update's 'data'")) {
			const update = asObject(entry, 'A change');
			const [row, column] = cellAt(textOf(update, 'range'));
			put(row, column, cellsOf(update.values)[0] ?? []);
		}
	}

	return {
		/** A Google Sheets node's `documentId` and `sheetName` if both were chosen from the lists. */
		choice: {
			documentId: { __rl: true, mode: 'list', value: ID, cachedResultName: 'Candidates' },
			sheetName: { __rl: true, mode: 'list', value: SHEET.sheetId, cachedResultName: SHEET.title },
		},
		/** Copies of the rows, the oldest first. */
		copies,
		keepCopy: () => void copies.push(rows),
		/** The sheet's rows. The first one contains the column names. */
		rows: () => rows,
		write(written: string[][]) {
			rows = written;
		},
		answer({ method, path, body }: AppCall): unknown {
			const [, what = ''] = path.split('?')[0]?.split(`/v4/spreadsheets/${ID}`) ?? [];
			if (method === 'GET') return what === '' ? { sheets: [{ properties: SHEET }] } : { values: rows };
			// The node writes either the complete header row or single cells.
			if (method === 'PUT') put(0, 0, cellsOf(asObject(body, 'The header').values)[0] ?? []);
			else updateCells(body);
			return {};
		},
	};
}
