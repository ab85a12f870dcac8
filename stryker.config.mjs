/** What `npm run mutation` runs for each core. */
export default {
	testRunner: 'vitest',
	plugins: ['@stryker-mutator/vitest-runner'],
	vitest: { configFile: 'scripts/mutation/vitest.config.mts', pool: 'forks' },
	ignorePatterns: ['/dist', '/docs', '/coverage', '/.cache', '/.vitest', '/.github', '/test/bench'],
	tempDirName: '.cache/mutation',
	concurrency: 2,
	reporters: ['progress-append-only'],
	logLevel: 'warn',
	allowConsoleColors: false,
	warnings: { slow: false },
};
