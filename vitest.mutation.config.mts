import { defineConfig } from 'vitest/config';

import { unit } from './vitest.config.mts';

// For mutation testing, which runs the unit tests once for each mutant: without those that take seconds, namely forgeries by
// the thousand, whole histories of limits, bodies that never end, and npm; and without those that count lines.
const slow = ['webhookTrigger/forgery', 'pacing/limits', 'scripts/*', 'structure/*'];

export default defineConfig({
	...unit,
	test: {
		...unit.test,
		exclude: slow.map((name) => `test/unit/${name}.test.ts`),
		// Code that counts its own steps is slow.
		testTimeout: 120_000,
		testNamePattern: /^(?!.*never ends)/,
	},
});
