import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import './loadNodeSources.ts';

// n8n-core reads it when it is loaded.
const userFolder = mkdtempSync(join(tmpdir(), 'enterprise-assessment-bench-'));
process.env.N8N_USER_FOLDER = userFolder;

const { memoryCost } = await import('./pollTriggerMemory.ts');
const { windowCost } = await import('./pollTriggerWindow.ts');

const WINDOWS = [10, 100, 1_000, 10_000, 100_000];

function kilobytes(bytes: number): number {
	return Math.round(bytes / 102.4) / 10;
}

function milliseconds(ms: number): number {
	return Math.round(ms * 10) / 10;
}

try {
	const windows = [];
	await windowCost(1_000);
	for (const reports of WINDOWS) {
		const cost = await windowCost(reports);
		windows.push({
			'reports in the window': cost.reports,
			'answer KB': kilobytes(cost.answerBytes),
			'answer alone ms': milliseconds(cost.answerMs),
			'whole poll ms': milliseconds(cost.pollMs),
			'of it finding what is new ms': milliseconds(cost.findMs),
			'µs/report': Math.round((cost.findMs * 10_000) / cost.reports) / 10,
			'state KB': kilobytes(cost.stateBytes),
			'state bytes/report': Math.round(cost.stateBytes / cost.reports),
		});
	}
	console.log('One poll in which nothing is new (medians):');
	console.table(windows);

	const memory = [];
	for (const reports of WINDOWS.filter((count) => count >= 1_000)) {
		const cost = await memoryCost(reports);
		memory.push({
			'reports in the window': cost.reports,
			'memory growth MB': Math.round(cost.growthBytes / 104_857.6) / 10,
			'whole poll ms': milliseconds(cost.pollMs),
		});
	}
	console.log('One poll that finds one new score (medians; the service in a process of its own):');
	console.table(memory);
} finally {
	rmSync(userFolder, { recursive: true, force: true });
}
