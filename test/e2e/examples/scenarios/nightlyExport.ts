import { expect } from 'vitest';

import type { JsonObject } from '../../../../playground/api/json.ts';
import { importDataTable } from '../support/dataTable.ts';
import type { World } from '../support/world.ts';

export async function nightlyExport(world: World): Promise<void> {
	const { api, simulator } = world.playground;
	const { control } = simulator;
	const table = await importDataTable(api, 'scores');
	const { columns } = table;
	const { id } = await world.imported('nightly-export', { 'Save the row': { dataTableId: table.choice } });

	const scores = async () => {
		const all = (await control.users()).flatMap(({ scoreReports, email, givenName, surname }) =>
			scoreReports.map((report) => ({ ...report, email, givenName, surname })),
		);
		const scored = all.filter(({ status }) => status === 'Completed');
		return scored.map((report) => Object.fromEntries(columns.map((key) => [key, rowValue(report, key)])));
	};
	const rows = async () => (await table.rows()).map((row) => Object.fromEntries(columns.map((key) => [key, row[key]])));
	const sorted = (list: JsonObject[]) => list.map((row) => JSON.stringify(row)).sort();

	const first = await api.workflows.run(id, { trigger: 'Every night' });
	expect(first.error()).toBeUndefined();
	expect(sorted(await rows())).toEqual(sorted(await scores()));
	const before = (await rows()).length;
	expect(before).toBeGreaterThan(5);

	// Of the next day: a new score, and one that was corrected.
	const [added] = await world.finished('speaking', 1);
	await control.score({ userAssessmentId: added?.userAssessmentId ?? '', sendEvent: false });
	const corrected = String((await rows())[0]?.userAssessmentId);
	await control.score({ userAssessmentId: corrected, score: 1, sendEvent: false });
	expect((await api.workflows.run(id, { trigger: 'Every night' })).error()).toBeUndefined();
	expect(sorted(await rows())).toEqual(sorted(await scores()));
	expect(await rows()).toHaveLength(before + 1);
}

function rowValue(report: object, key: string): unknown {
	const value: unknown = Object.entries(report).find(([name]) => name === key)?.[1];
	// All columns of an imported table are strings.
	return typeof value === 'number' ? String(value) : value;
}
