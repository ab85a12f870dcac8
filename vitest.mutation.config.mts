import { defineConfig } from 'vitest/config';

import { unit } from './vitest.config.mts';

// Mutation testing runs the unit tests once for each mutant, so this excludes those that take seconds (thousands of forgeries and
// long histories of limits) and those that don't test the pure cores.
const slow = ['webhookTrigger/forgery', 'pacing/limits'];
const others = [
	'{docs,examples,scripts,simulator,structure}/*',
	'api/{account,download}',
	'action/{aiBuilder,instants}',
];

export default defineConfig({
	...unit,
	test: {
		...unit.test,
		exclude: [...slow, ...others].map((name) => `test/unit/${name}.test.ts`),
		// Instrumented code is slow.
		testTimeout: 120_000,
	},
});
