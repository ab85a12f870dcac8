import type { Row } from './rows.ts';

const FIRST_COLUMNS = 5;

const heads = [
	'operation',
	'fields before scrolling (below)',
	'first columns (cut off)',
	'hint',
	'error of a typical mistake',
];

export const markdownHead = [heads, heads.map(() => '---')].map(line).join('\n');

/** A line of the Markdown table. */
export function markdownRow({ operation, fields, columns, hints, mistake, error }: Row): string {
	return line([
		operation,
		andThen(fields.onScreen, fields.below),
		firstColumns(columns.slice(0, FIRST_COLUMNS)),
		hints.join(' · '),
		`${mistake}: ${error}`,
	]);
}

function line(cells: readonly string[]): string {
	return `| ${cells.map(cell).join(' | ')} |`;
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
