import { createRequire } from 'node:module';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// The nodes are CommonJS, so in n8n they share one copy of n8n-workflow with n8n-core. Left to itself, the test runner
// would give them the ES module copy, whose classes are different ones.
const alias = { 'n8n-workflow': createRequire(import.meta.url).resolve('n8n-workflow') };

/** Where CI collects results to add them up; unset otherwise. */
const results = process.env.TEST_RESULTS;

export default defineConfig({
	test: {
		reporters: results ? ['default', ['json', { outputFile: join(results, `${process.pid}.json`) }]] : ['default'],
		coverage: { provider: 'v8', include: ['nodes/**/*.ts', 'credentials/**/*.ts'] },
		projects: [
			{ resolve: { alias }, test: { name: 'unit', include: ['test/unit/**/*.test.ts'] } },
			{
				resolve: { alias },
				test: {
					name: 'integration',
					include: ['test/integration/**/*.test.ts'],
					setupFiles: ['test/integration/support/setup.ts'],
					testTimeout: 30_000,
					hookTimeout: 60_000,
				},
			},
			{
				test: {
					name: 'e2e',
					include: ['test/e2e/**/*.test.ts'],
					testTimeout: 180_000,
					hookTimeout: 300_000,
					fileParallelism: false,
				},
			},
		],
	},
});
