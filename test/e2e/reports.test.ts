import { it } from 'vitest';

import { served } from '../../playground/checkMainJob.ts';
import { actionNode, n8nNode } from '../../playground/workflows/nodes.ts';
import { DAY_MS, useWorlds } from './examples/support/world.ts';

const newWorld = useWorlds();

it("certificates of everyone's latest scores are all in one ZIP file, under the names asked for", async (context) => {
	const { api, assessment, control, execute, expect, scores, simulator } = await newWorld(context);
	const { assessmentId } = await assessment();
	for (const index of [0, 1, 2]) {
		const { userId } = await control.addUser({ surname: 'Lee', email: `lee${index}@example.com` });
		for (const days of [30 + index, 25 + index]) {
			const { userAssessmentId } = await control.assign({ userId, assessmentId });
			await control.score({ userAssessmentId, completed: Date.now() - days * DAY_MS, sendEvent: false });
		}
	}
	const certificates = {
		resource: 'file',
		operation: 'downloadCertificate',
		ifLinkMissing: 'skip',
		options: { fileName: '={{ $json.surname }}, {{ $json.assessmentName }} B1/B2.pdf' },
	};
	const execution = await execute(
		actionNode('Scores', { resource: 'score', operation: 'getAll', returnAll: true }, {}),
		// Keeps the first item of each person and assessment.
		n8nNode('Latest', 'removeDuplicates', 2, {
			operation: 'removeDuplicateInputItems',
			compare: 'selectedFields',
			fieldsToCompare: 'userId, assessmentName',
			options: {},
		}),
		actionNode('Certificates', certificates, {}),
		n8nNode('Together', 'aggregate', 1, { aggregate: 'aggregateAllItemData', options: { includeBinaries: true } }),
		n8nNode('ZIP', 'compression', 1.1, {
			operation: 'compress',
			binaryPropertyName: "={{ Object.keys($binary).join(',') }}",
			outputFormat: 'zip',
			fileName: 'certificates.zip',
		}),
		n8nNode('Unpacked', 'compression', 1.1, { operation: 'decompress', binaryPropertyName: 'data' }),
	);
	const newest = (await scores()).reverse();
	const of = ({ userId, assessmentName }: (typeof newest)[number]) => `${userId} ${assessmentName}`;
	const latest = newest.filter((one, index) => newest.findIndex((other) => of(other) === of(one)) === index);
	expect(latest.length).toBeLessThan(newest.length - 2);

	const expected: Record<string, Buffer> = {};
	for (const { surname, assessmentName, certificateUrl } of latest.filter((report) => report.certificateUrl)) {
		const name = `${surname}, ${assessmentName} B1-B2`;
		const count = Object.keys(expected).filter((other) => other.startsWith(name)).length + 1;
		const file = await served(simulator, String(certificateUrl));
		expected[count === 1 ? `${name}.pdf` : `${name} (${count}).pdf`] = file;
	}
	expect(Object.keys(expected)).toContain('Lee, English Speaking B1-B2 (3).pdf');
	const unpacked = Object.values(execution.items('Unpacked')[0]?.binary ?? {});
	const files = unpacked.map(async (file) => [file.fileName, await api.executions.download(file)] as const);
	expect(Object.fromEntries(await Promise.all(files))).toEqual(expected);
});
