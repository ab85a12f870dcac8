/** How `npm run mutation` runs. MUTATION_WORKERS: how many mutants at once; MUTATION_SHARE: see sample.ts. */
export default {
	testRunner: 'vitest',
	plugins: ['@stryker-mutator/vitest-runner', './scripts/mutation/sample.ts'],
	checkers: process.env.MUTATION_SHARE === undefined ? [] : ['sample'],
	vitest: { configFile: 'scripts/mutation/vitest.config.mts', pool: 'forks' },
	ignorePatterns: ['/dist', '/docs', '/coverage', '/.cache', '/.vitest', '/.github', '/test/bench'],
	tempDirName: '.cache/mutation',
	concurrency: Number(process.env.MUTATION_WORKERS ?? 2),
	// Integration tests take their time, and more of it on a busy machine: that is no mutant that runs for ever.
	dryRunTimeoutMinutes: 15,
	timeoutMS: 45_000,
	reporters: ['progress-append-only'],
	logLevel: 'warn',
	allowConsoleColors: false,
	warnings: { slow: false },
};
