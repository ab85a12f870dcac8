/** How `npm run mutation` runs. MUTATION_WORKERS: how many mutants at once. */
export default {
	testRunner: 'vitest',
	plugins: ['@stryker-mutator/vitest-runner'],
	vitest: { configFile: 'scripts/mutation/vitest.config.mts', pool: 'forks' },
	ignorePatterns: ['/dist', '/docs', '/coverage', '/.cache', '/.vitest', '/.github', '/test/bench'],
	tempDirName: '.cache/mutation',
	concurrency: Number(process.env.MUTATION_WORKERS ?? 2),
	// Integration tests take their time, and more of it on a busy machine: that is no mutant that runs for ever.
	dryRunTimeoutMinutes: 15,
	timeoutMS: 20_000,
	reporters: ['progress-append-only'],
	logLevel: 'warn',
	allowConsoleColors: false,
	warnings: { slow: false },
};
