import type { AppCall } from '../../../../playground/otherApps.ts';

/** As long as Google's, because n8n finds only long IDs in a URL. */
const ID = 'the-id-of-the-document-with-44-characters-xx';
const SHEET = { sheetId: 0, title: 'People' };

type Cell = string | number | boolean;
type Cells = ReadonlyArray<readonly Cell[]>;

/** What n8n's node sends: the header row, or else single cells such as `People!D2`. */
interface Written {
	readonly values?: Cells;
	readonly data?: ReadonlyArray<{ readonly range: string; readonly values: Cells }>;
}

/** A Google Sheets document with one sheet, limited to what n8n's node reads and writes. */
export function createSpreadsheet() {
	let rows: Cells = [];
	const copies: Cells[] = [];

	function put(range: string, [cells = []]: Cells): void {
		const [, letter = '', number = ''] = /!([A-Z])(\d+)$/.exec(range) ?? [];
		const [row, column] = [Number(number) - 1, letter.charCodeAt(0) - 'A'.charCodeAt(0)];
		const before = rows[row] ?? [];
		const width = Math.max(before.length, column + cells.length);
		const after = Array.from({ length: width }, (_, index) => cells[index - column] ?? before[index] ?? '');
		rows = rows.with(row, after);
	}

	return {
		/** A Google Sheets node's `documentId` and `sheetName` if both were chosen from the lists. */
		choice: {
			documentId: { __rl: true, mode: 'list', value: ID, cachedResultName: 'Candidates' },
			sheetName: { __rl: true, mode: 'list', value: 'gid=0', cachedResultName: SHEET.title },
		},
		/** Copies of the rows, the oldest first. */
		copies,
		keepCopy: () => void copies.push(rows),
		/** The sheet's rows as text. The first one contains the column names. */
		rows: () => rows.map((row) => row.map(String)),
		write(written: Cells) {
			rows = written;
		},
		answer({ method, path, body }: AppCall): unknown {
			const [, what = ''] = path.split('?')[0]?.split(`/v4/spreadsheets/${ID}`) ?? [];
			if (method === 'GET') return what === '' ? { sheets: [{ properties: SHEET }] } : { values: rows };
			const written = body as Written;
			if (written.values !== undefined) put('!A1', written.values);
			for (const { range, values } of written.data ?? []) put(range, values);
			return {};
		},
	};
}
