import { defineConfig } from 'vitest/config';

import { unit } from './vitest.config.mts';

// Mutation testing runs the unit tests once for each mutant. So this excludes tests that take seconds (thousands of forgeries,
// long simulations of the limits), and tests of anything but the pure functions.
const slow = ['webhookTrigger/forgery', 'pacing/limits'];
const others = ['{docs,examples,scripts,simulator,structure}/*', 'action/instants'];

export default defineConfig({
	...unit,
	test: {
		...unit.test,
		// If files shared a process, Stryker would count the hits of each file again for every later one.
		isolate: true,
		exclude: [...slow, ...others].map((name) => `test/unit/${name}.test.ts`),
		// Instrumented code is slow.
		testTimeout: 120_000,
	},
});
