import { createRequire } from 'node:module';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

import { filesConcerned, READINGS } from './test/integration/support/readings.ts';

const require = createRequire(import.meta.url);
// The nodes are CommonJS, so in n8n they share one copy of n8n-workflow with n8n-core. Left to itself, the test runner
// would give them the ES module copy, whose classes are different ones.
const alias = { 'n8n-workflow': require.resolve('n8n-workflow') };

/** n8n-core of n8n's 1.x line, with the copies of the other packages that it uses itself. */
const coreOfV1 = require.resolve('n8n-core-v1');
const besideCoreOfV1 = createRequire(coreOfV1);
const aliasOfV1 = {
	'n8n-core': coreOfV1,
	'n8n-workflow': besideCoreOfV1.resolve('n8n-workflow'),
	'@n8n/di': besideCoreOfV1.resolve('@n8n/di'),
};

/** Where CI collects results to add them up; unset otherwise. */
const results = process.env.TEST_RESULTS;

/** Needs nothing but the code: mutation testing runs it too. Nowhere does the time zone of the machine matter. */
export const unit = {
	resolve: { alias },
	test: { name: 'unit', include: ['test/unit/**/*.test.ts'], env: { TZ: 'Asia/Tokyo' }, testTimeout: 30_000 },
};

/** Tells the playground which n8n to start, and tests where n8n's 1.x line does something in another way. */
const firstGeneration = { N8N_GENERATION: 'v1' };

const integrationTests = {
	include: ['test/integration/**/*.test.ts'],
	setupFiles: ['test/integration/support/setup.ts'],
	testTimeout: 30_000,
	hookTimeout: 60_000,
	expect: { poll: { timeout: 10_000 } },
};

/** The nodes in n8n-core's own contexts, with the simulator over HTTP. */
export const integration = { resolve: { alias }, test: { name: 'integration', ...integrationTests } };

const endToEnd = {
	include: ['test/e2e/**/*.test.ts'],
	globalSetup: ['playground/packOnce.ts'],
	testTimeout: 400_000,
	hookTimeout: 500_000,
	// Each has an n8n of its own.
	maxWorkers: 2,
};

/** The nodes' integration tests under each reading of what the specification leaves open: `npm run test:readings`. */
const readings = Object.entries(READINGS).map(([name, reading]) => ({
	resolve: { alias },
	test: { ...integrationTests, name: `reading: ${name}`, include: filesConcerned(reading), env: { READING: name } },
}));

export default defineConfig({
	test: {
		reporters: results ? ['default', ['json', { outputFile: join(results, `${process.pid}.json`) }]] : ['default'],
		// Most of the time tests wait: for the limits, for pauses, for n8n.
		maxWorkers: 3,
		coverage: { provider: 'v8', include: ['nodes/**/*.ts', 'credentials/**/*.ts'] },
		projects: [
			unit,
			integration,
			{
				resolve: { alias: aliasOfV1 },
				test: {
					...integrationTests,
					name: 'integration-v1',
					// The simulator has no part in n8n.
					exclude: ['test/integration/simulator/**'],
					env: firstGeneration,
				},
			},
			...readings,
			{ test: { name: 'e2e', ...endToEnd } },
			{ test: { name: 'e2e-v1', ...endToEnd, env: firstGeneration } },
			{ test: { ...endToEnd, maxWorkers: 1, name: 'browser', include: ['test/browser/**/*.test.ts'] } },
			{ test: { ...endToEnd, name: 'queue', include: ['test/queue/**/*.test.ts'] } },
		],
	},
});
