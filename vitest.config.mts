import { createRequire } from 'node:module';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import type { ViteUserConfig } from 'vitest/config';

// The projects that `npx vitest` and editor extensions run. vitest.all.config.mts has the others.

const require = createRequire(import.meta.url);
const isFirstGeneration = process.env.N8N_GENERATION === 'v1';
const core = require.resolve(isFirstGeneration ? 'n8n-core-v1' : 'n8n-core');
/** Finds packages as n8n-core does, which can have its own copies. */
const besideCore = createRequire(core);

/**
 * Tests that don't run on n8n 1.x. The simulator's tests don't use n8n at all. The others hardly depend on its version, so only
 * the weekly run, which doesn't set SHORT, runs them on both generations.
 */
const sameOnFirstGeneration = ['simulator/*'].concat(
	process.env.SHORT
		? [
				'{pacing,docs}/*',
				'pollTrigger/{histories,samples,ticks}',
				'action/{badInput,deprecatedVersions,ifAlreadyAssigned,invit*,outputSchemas}',
			]
		: [],
);

/** The folder where CI collects results to add them up. */
const results = process.env.TEST_RESULTS;

/** A hanging test ends after this. The slowest takes ten seconds, or a hundred on a busy machine. */
const TIMEOUT_MS = 180_000;

/** Tests that need only the code. With a fixed time zone, the machine's own doesn't matter. */
export const unit = {
	// The nodes are CommonJS, so in n8n they share one copy of n8n-workflow with n8n-core. By default, the test runner would
	// load the ES module copy for them, whose classes are different.
	resolve: { alias: { 'n8n-workflow': require.resolve('n8n-workflow') } },
	test: {
		name: 'unit',
		include: ['test/unit/**/*.test.ts'],
		isolate: false,
		env: { TZ: 'Asia/Tokyo' },
		testTimeout: TIMEOUT_MS,
	},
};

/** Tests of the nodes in n8n-core's own contexts, over HTTP against the simulator. N8N_GENERATION=v1 selects n8n-core 1.x. */
export const integration = {
	resolve: {
		alias: {
			'n8n-core': core,
			'n8n-workflow': besideCore.resolve('n8n-workflow'),
			'@n8n/di': besideCore.resolve('@n8n/di'),
		},
	},
	test: {
		name: 'integration',
		include: ['test/integration/**/*.test.ts'],
		exclude: isFirstGeneration ? sameOnFirstGeneration.map((name) => `test/integration/${name}.test.ts`) : [],
		globalSetup: ['test/integration/support/userFolders.ts'],
		setupFiles: ['test/integration/support/setup.ts'],
		testTimeout: TIMEOUT_MS,
		hookTimeout: TIMEOUT_MS,
		expect: { poll: { timeout: 60_000 } },
	},
};

/** The tests in a worker share one copy of n8n-core, because loading it takes a second or two. */
const sharing = { ...integration, test: { ...integration.test, isolate: false } };

/** Applies to all projects of a run. */
export const common: ViteUserConfig['test'] = {
	reporters: results ? ['default', ['json', { outputFile: join(results, `${process.pid}.json`) }]] : ['default'],
	// Tests mostly wait for limits, pauses and n8n.
	maxWorkers: 3,
};

export default defineConfig({
	test: {
		...common,
		coverage: {
			provider: 'v8',
			include: ['nodes/**/*.ts', 'credentials/**/*.ts'],
			thresholds: { statements: 97, branches: 95, functions: 97, lines: 97 },
		},
		projects: [unit, sharing],
	},
});
