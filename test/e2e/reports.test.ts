import { expect, it } from 'vitest';

import type { JsonObject } from '../../playground/api/json.ts';
import { served } from '../../playground/checkMainJob.ts';
import { headless } from '../../playground/n8nEnvironment.ts';
import { usePlayground } from '../../playground/vitest.ts';
import { chain, startNode } from '../../playground/workflows/build.ts';
import type { NodeSketch } from '../../playground/workflows/build.ts';
import { actionNode, n8nNode } from '../../playground/workflows/nodes.ts';
import { importDataTable } from './examples/support/dataTable.ts';
import { useAccounts } from './support/triggers.ts';

// What people do with many scores, built from n8n's own nodes. The numbers come from the simulator's account.

const newAccount = useAccounts(usePlayground({ env: headless }));

const DAY = 86_400_000;
const CERTIFICATES = { resource: 'file', operation: 'downloadCertificate' };

/** A real n8n with an account of its own, in which people have more than one score. */
async function newSchool() {
	const account = await newAccount();
	const { control } = account.simulator;
	await control.clearLimits();
	const { assessments } = await control.state();
	const assessmentId = assessments.find(({ kind }) => kind === 'speaking')?.assessmentId ?? '';
	for (const [index, scores] of [
		[4.1, 8.3],
		[9.2, 3.3, 6.4],
	].entries()) {
		const { userId } = await control.addUser({ givenName: 'Ann', surname: 'Lee', email: `ann${index}@example.com` });
		for (const [place, score] of scores.entries()) {
			const at = Date.now() - (30 - 5 * place) * DAY;
			const { userAssessmentId } = await control.assign({ userId, assessmentId, assignedAt: at });
			await control.start({ userAssessmentId, at: at + 60_000 });
			await control.finish({ userAssessmentId, at: at + 120_000 });
			await control.score({ userAssessmentId, score, completed: at + 120_000, sendEvent: false });
		}
	}
	return {
		...account,
		/** All completed reports with their users, the oldest first. */
		scores: async () => {
			const users = await control.users();
			const all = users.flatMap(({ scoreReports, ...user }) => scoreReports.map((report) => ({ ...user, ...report })));
			const completed = all.filter(({ status }) => status === 'Completed');
			return completed.sort((one, other) => String(one.completed).localeCompare(String(other.completed)));
		},
		/** Runs a workflow of the given nodes in sequence. */
		run: async (...nodes: NodeSketch[]) => {
			const { id } = await account.api.workflows.create(chain('Reports', [startNode, ...nodes]));
			const execution = await account.api.workflows.run(id);
			expect(execution.error()).toBeUndefined();
			return execution;
		},
	};
}

const scoresNode = (credentials: Parameters<typeof actionNode>[2], parameters: JsonObject = {}) =>
	actionNode('Scores', { resource: 'score', operation: 'getAll', returnAll: true, ...parameters }, credentials);

it.each(['completedFilterIncludesUnscored', 'completedFilterIncludesNeedsReview'])(
	'a monthly report averages scores only, if %s',
	async (setting) => {
		const { credentials, run, scores, simulator } = await newSchool();
		await simulator.control.configure({ [setting]: true });
		const month = { completedOnOrAfter: new Date(Date.now() - 31 * DAY).toISOString().slice(0, 10) };
		const summary = n8nNode('Summarize', 'summarize', 1.1, {
			fieldsToSummarize: {
				values: [
					{ aggregation: 'average', field: 'score' },
					{ aggregation: 'count', field: 'userAssessmentId' },
				],
			},
			fieldsToSplitBy: 'assessmentName',
			options: {},
		});
		const execution = await run(scoresNode(credentials, { filters: month }), summary);
		const rows = execution.items('Summarize').map(({ json }) => json);
		const byName = Map.groupBy(await scores(), ({ assessmentName }) => assessmentName);
		expect(byName.size).toBeGreaterThan(3);
		expect(rows).toHaveLength(byName.size);
		for (const [name, reports] of byName) {
			const row = rows.find(({ assessmentName }) => assessmentName === name);
			expect(row).toMatchObject({ count_userAssessmentId: reports.length });
			expect(row?.average_score).toBeCloseTo(reports.reduce((sum, { score }) => sum + score, 0) / reports.length, 6);
		}
	},
);

it('a first import, the oldest scores first, ends with the latest score of each person', async () => {
	const { api, credentials, run, scores } = await newSchool();
	const table = await importDataTable(api, 'scores');
	const fields = ['email', 'score', 'completed'];
	const assignments = fields.map((name) => ({ id: name, name, type: 'string', value: `={{ String($json.${name}) }}` }));
	const execution = await run(
		scoresNode(credentials, { options: { sort: 'oldestFirst' } }),
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
	const ordered = await scores();
	expect(execution.items('Scores').map(({ json }) => json.completed)).toEqual(
		ordered.map(({ completed }) => completed),
	);
	const latest = new Map(ordered.map(({ email, score }) => [email, String(score)]));
	expect(latest.get('ann0@example.com')).toBe('8.3');
	expect(new Map((await table.rows()).map(({ email, score }) => [email, score]))).toEqual(latest);
});

it('Remove Duplicates keeps the latest score of each person in each assessment', async () => {
	const { credentials, run, scores } = await newSchool();
	const execution = await run(
		scoresNode(credentials),
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

it("a term's certificates are all in one ZIP file, under the names asked for", async () => {
	const { api, credentials, run, scores, simulator } = await newSchool();
	const named = { fileName: '={{ $json.surname }}, {{ $json.assessmentName }} B1/B2.pdf' };
	const execution = await run(
		scoresNode(credentials, { options: { sort: 'oldestFirst' } }),
		actionNode('Certificates', { ...CERTIFICATES, ifLinkMissing: 'skip', options: named }, credentials),
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
	const seen = new Map<string, number>();
	const names = certified.map(({ surname, assessmentName }) => {
		const name = `${surname}, ${assessmentName} B1-B2`;
		const number = (seen.get(name) ?? 0) + 1;
		seen.set(name, number);
		return number === 1 ? `${name}.pdf` : `${name} (${number}).pdf`;
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
