import { basename } from 'node:path';

import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';

import { filesConcerned, nameOf, READINGS } from './test/integration/support/readings.ts';
import { common, integration } from './vitest.config.mts';

// Tests that need a real n8n or take long. N8N_GENERATION=v1 selects n8n 1.x.

/** Each file has its own n8n. */
const realN8n = {
	globalSetup: ['playground/packOnce.ts'],
	testTimeout: 600_000,
	hookTimeout: 500_000,
	expect: { poll: { timeout: 180_000, interval: 200 } },
	maxWorkers: 2,
};

/** The nodes' integration tests with each reading of what the specification leaves open. */
const readings = READINGS.map((reading) => ({
	...integration,
	test: {
		...integration.test,
		name: `reading: ${nameOf(reading)}`,
		include: filesConcerned(reading),
		env: { READING: nameOf(reading) },
	},
}));

/**
 * In this order, two workers end at about the same time. Without results of an earlier run, vitest would sort by size, and would end
 * with the examples, which take two minutes.
 */
const order = ['lifecycle', 'oneN8n', 'start', 'pollTrigger', 'examples', 'retries'];

class InOrder extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const place = ({ moduleId }: TestSpecification) => order.indexOf(basename(moduleId, '.test.ts'));
		return (await super.sort(files)).sort((one, other) => place(one) - place(other));
	}
}

export default defineConfig({
	test: {
		...common,
		sequence: { sequencer: InOrder },
		projects: [
			...readings,
			{ test: { ...realN8n, name: 'e2e', include: ['test/e2e/**/*.test.ts'] } },
			{ test: { ...realN8n, name: 'browser', include: ['test/browser/**/*.test.ts'] } },
			{ test: { ...realN8n, name: 'queue', include: ['test/queue/**/*.test.ts'] } },
		],
	},
});
