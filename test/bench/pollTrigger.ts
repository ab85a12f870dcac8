// Memory and time of a poll that finds one new score, by the number of reports in its window. The simulated service is this
// file in a separate process, to exclude its memory. Linux only. Usage: node --expose-gc test/bench/pollTrigger.ts
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startSimulator } from '../../simulator/index.ts';
import type { CredentialsData } from '../integration/support/credentials.ts';
import './loadNodeSources.ts';
import { watchPeak } from './peakMemory.ts';
import { median, rounded } from './statistics.ts';

const ROUNDS = 3;
const DAY_MS = 86_400_000;

/** Serves this many reports, and adds a scored one for each message. */
async function serve(reports: number): Promise<void> {
	const { apiKey, baseHost, control } = await startSimulator({ settings: { limits: null }, empty: true });
	const now = Date.now();
	await control.addUsers({ count: reports, completedFrom: now - 6 * DAY_MS, completedTo: now - DAY_MS });
	process.on('message', () => {
		void control.addUsers({ count: 1, completedFrom: Date.now() - DAY_MS }).then(() => process.send?.('scored'));
	});
	process.send?.({ apiKey, baseHost, apiVersion: '2020q3' });
}

async function cost(reports: number) {
	const { EnterpriseAssessmentPollTrigger } =
		await import('../../nodes/EnterpriseAssessmentPollTrigger/EnterpriseAssessmentPollTrigger.node.ts');
	const { pollContext } = await import('../integration/support/n8nContext.ts');
	const service = fork(import.meta.filename, [String(reports)]);
	try {
		const [credentials] = (await once(service, 'message')) as [CredentialsData];
		const nodeType = new EnterpriseAssessmentPollTrigger();
		const { context } = pollContext({ nodeType, credentials });
		await nodeType.poll.call(context);
		const growths: number[] = [];
		const times: number[] = [];
		for (let round = 0; round < ROUNDS; round++) {
			service.send('score');
			await once(service, 'message');
			globalThis.gc?.();
			const peak = await watchPeak(process.pid, true);
			const begun = performance.now();
			const found = await nodeType.poll.call(context);
			times.push(performance.now() - begun);
			growths.push(await peak());
			if (found?.[0]?.length !== 1) throw new Error("The poll didn't return exactly one score");
		}
		return { 'reports in the window': reports, MB: rounded(median(growths), 1), ms: rounded(median(times)) };
	} finally {
		service.kill();
	}
}

const served = process.argv[2];
if (served !== undefined) await serve(Number(served));
else {
	// n8n-core reads this variable when it's loaded.
	process.env.N8N_USER_FOLDER = mkdtempSync(join(tmpdir(), 'enterprise-assessment-bench-'));
	const rows = [];
	for (const reports of [1_000, 10_000, 100_000]) rows.push(await cost(reports));
	console.log(`One poll that finds one new score (medians of ${ROUNDS}):`);
	console.table(rows);
	rmSync(process.env.N8N_USER_FOLDER, { recursive: true, force: true });
}
