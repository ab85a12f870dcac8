// Finds code that the unit tests don't check, in the pure functions that the package's guarantees depend on.
// For one file: npx stryker run --mutate nodes/api/request/failure.ts

// Stryker's threads don't take the time zone from the tests' configuration.
process.env.TZ = 'Asia/Tokyo';

export default {
	// The integration tests check the other files.
	mutate: [
		'nodes/EnterpriseAssessmentTrigger/{signature,decision,event,recentEvents}.ts',
		'nodes/EnterpriseAssessmentPollTrigger/newScores.ts',
		'nodes/api/pacing/{pacer,slots}.ts',
		'nodes/api/request/{body,failure,fileNames,messages,readList}.ts',
		'nodes/shared/{memory,parameters/*}.ts',
		'nodes/api/specification/{endpoints,links,responses,values}.ts',
	],
	thresholds: { high: 97, low: 95, break: 92 },
	testRunner: 'vitest',
	plugins: ['@stryker-mutator/vitest-runner'],
	vitest: { configFile: 'vitest.mutation.config.mts' },
	ignorePatterns: ['/dist', '/docs', '/coverage', '/.cache', '/.vitest', '/.github', '/test/bench'],
	tempDirName: '.cache/mutation',
	concurrency: 2,
	timeoutMS: 45_000,
	reporters: ['clear-text', 'progress-append-only'],
	allowConsoleColors: false,
};
