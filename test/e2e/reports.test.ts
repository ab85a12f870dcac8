import { it } from 'vitest';
import type { TestContext } from 'vitest';

import type { JsonObject } from '../../playground/api/json.ts';
import { served } from '../../playground/checkMainJob.ts';
import { actionNode, n8nNode } from '../../playground/workflows/nodes.ts';
import { DAY_MS, useWorlds } from './examples/support/world.ts';

// What people do with many scores, built from n8n's own nodes. The numbers come from the simulator's account.

const newWorld = useWorlds();

const CERTIFICATES = { resource: 'file', operation: 'downloadCertificate' };

/** A world with two people of the same name who have more than one score. */
async function newSchool(context: TestContext) {
	const world = await newWorld(context);
	const { assessment, control } = world;
	const { assessmentId } = await assessment();
	for (const [index, scores] of [
		[4.1, 8.3],
		[9.2, 3.3, 6.4],
	].entries()) {
		const { userId } = await control.addUser({ givenName: 'Ann', surname: 'Lee', email: `ann${index}@example.com` });
		for (const [place, score] of scores.entries()) {
			const { userAssessmentId } = await control.assign({ userId, assessmentId });
			const completed = Date.now() - (30 - 5 * place) * DAY_MS;
			await control.score({ userAssessmentId, score, completed, sendEvent: false });
		}
	}
	return world;
}

const scoresNode = (parameters: JsonObject = {}) =>
	actionNode('Scores', { resource: 'score', operation: 'getAll', returnAll: true, ...parameters }, {});

it('a monthly report averages scores only, whatever else the service adds to the filter', async (context) => {
	const { control, execute, expect, scores } = await newSchool(context);
	await control.configure({ completedFilterIncludesUnscored: true, completedFilterIncludesNeedsReview: true });
	const month = { completedOnOrAfter: new Date(Date.now() - 31 * DAY_MS).toISOString().slice(0, 10) };
	const summary = {
		fieldsToSummarize: {
			values: [
				{ aggregation: 'average', field: 'score' },
				{ aggregation: 'count', field: 'userAssessmentId' },
			],
		},
		fieldsToSplitBy: 'assessmentName',
		options: {},
	};
	const execution = await execute(scoresNode({ filters: month }), n8nNode('Summarize', 'summarize', 1.1, summary));
	const rows = execution.items('Summarize').map(({ json }) => json);
	const byName = Map.groupBy(await scores(), ({ assessmentName }) => assessmentName);
	expect(byName.size).toBeGreaterThan(3);
	expect(rows).toHaveLength(byName.size);
	for (const [name, reports] of byName) {
		const row = rows.find(({ assessmentName }) => assessmentName === name);
		expect(row).toMatchObject({ count_userAssessmentId: reports.length });
		expect(row?.average_score).toBeCloseTo(reports.reduce((sum, { score }) => sum + score, 0) / reports.length, 6);
	}
});

it('a first import, the oldest scores first, ends with the latest score of each person', async (context) => {
	const { execute, expect, scores, ...world } = await newSchool(context);
	const table = await world.table('scores');
	const fields = ['email', 'score', 'completed'];
	const assignments = fields.map((name) => ({ id: name, name, type: 'string', value: `={{ String($json.${name}) }}` }));
	await execute(
		scoresNode({ options: { sort: 'oldestFirst' } }),
		n8nNode('Row', 'set', 3.4, { assignments: { assignments }, options: {} }),
		n8nNode('Save', 'dataTable', 1, {
			resource: 'row',
			operation: 'upsert',
			dataTableId: table.choice,
			filters: { conditions: [{ keyName: 'email', condition: 'eq', keyValue: '={{ $json.email }}' }] },
			columns: { mappingMode: 'autoMapInputData', value: null, matchingColumns: [], schema: [] },
			options: {},
		}),
	);
	const latest = new Map((await scores()).map(({ email, score }) => [email, String(score)]));
	expect(latest.get('ann0@example.com')).toBe('8.3');
	expect(new Map((await table.rows()).map(({ email, score }) => [email, score]))).toEqual(latest);
});

it('Remove Duplicates keeps the latest score of each person in each assessment', async (context) => {
	const { execute, expect, scores } = await newSchool(context);
	const execution = await execute(
		scoresNode(),
		n8nNode('Latest', 'removeDuplicates', 2, {
			operation: 'removeDuplicateInputItems',
			compare: 'selectedFields',
			fieldsToCompare: 'userId, assessmentName',
			options: {},
		}),
	);
	const latest = new Map((await scores()).map((one) => [`${one.userId} ${one.assessmentName}`, one.userAssessmentId]));
	const kept = execution.items('Latest').map(({ json }) => json.userAssessmentId);
	expect(kept.sort()).toEqual([...latest.values()].sort());
	expect(kept.length).toBeLessThan(execution.items('Scores').length);
});

it("a term's certificates are all in one ZIP file, under the names asked for", async (context) => {
	const { api, execute, expect, scores, simulator } = await newSchool(context);
	const named = { fileName: '={{ $json.surname }}, {{ $json.assessmentName }} B1/B2.pdf' };
	const execution = await execute(
		scoresNode({ options: { sort: 'oldestFirst' } }),
		actionNode('Certificates', { ...CERTIFICATES, ifLinkMissing: 'skip', options: named }, {}),
		n8nNode('Together', 'aggregate', 1, { aggregate: 'aggregateAllItemData', options: { includeBinaries: true } }),
		n8nNode('ZIP', 'compression', 1.1, {
			operation: 'compress',
			binaryPropertyName: "={{ Object.keys($binary).join(',') }}",
			outputFormat: 'zip',
			fileName: 'certificates.zip',
		}),
		n8nNode('Unpacked', 'compression', 1.1, { operation: 'decompress', binaryPropertyName: 'data' }),
	);
	const certified = (await scores()).filter(({ certificateUrl }) => certificateUrl);
	const wanted = certified.map(({ surname, assessmentName }) => `${surname}, ${assessmentName} B1-B2`);
	const names = wanted.map((name, index) => {
		const count = wanted.slice(0, index + 1).filter((one) => one === name).length;
		return count === 1 ? `${name}.pdf` : `${name} (${count}).pdf`;
	});
	// Five reports of Ann Lee have the same name.
	expect(names.flatMap((name) => /\((\d)\)/.exec(name)?.[1] ?? [])).toEqual(['2', '3', '4', '5']);
	const files = Object.values(execution.items('Unpacked')[0]?.binary ?? {});
	expect(files.map(({ fileName }) => fileName).sort()).toEqual(names.toSorted());
	for (const [index, { certificateUrl }] of certified.entries()) {
		const file = files.find(({ fileName }) => fileName === names[index]);
		if (file === undefined) throw new Error(`There is no file ${names[index]}`);
		expect((await api.executions.download(file)).equals(await served(simulator, String(certificateUrl)))).toBe(true);
	}
});
