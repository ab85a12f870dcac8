import type { Row } from './rows.ts';

const FIRST_COLUMNS = 5;

const heads = [
	'operation',
	'fields before scrolling (below)',
	'first columns (cut off)',
	'hint',
	'error of a typical mistake',
];

/** The rows as a Markdown table. */
export function markdownTable(rows: readonly Row[]): string {
	const lines = rows.map(({ operation, fields, columns, hints, mistake, error }) => [
		operation,
		andThen(fields.onScreen, fields.below),
		firstColumns(columns.slice(0, FIRST_COLUMNS)),
		hints.join(' · '),
		`${mistake}: ${error}`,
	]);
	return [heads, heads.map(() => '---'), ...lines].map((cells) => `| ${cells.map(cell).join(' | ')} |`).join('\n');
}

function firstColumns(columns: Row['columns']): string {
	const names = (isOnScreen: boolean) =>
		columns.filter((column) => column.isOnScreen === isOnScreen).map(({ name }) => name);
	return andThen(names(true), names(false));
}

function andThen(seen: readonly string[], unseen: readonly string[]): string {
	return unseen.length === 0 ? seen.join(', ') : `${seen.join(', ')} (${unseen.join(', ')})`;
}

function cell(text: string): string {
	return text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|');
}
