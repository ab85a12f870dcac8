import { describe, expect, it } from 'vitest';

import { describeFailures, sumResults } from '../../../scripts/results/sumResults.mjs';

const report = (numPassedTests: number, numFailedTests = 0) => ({
	numPassedTests,
	numFailedTests,
	success: numFailedTests === 0,
	testResults: [],
});
const brokenFile = {
	...report(3),
	success: false,
	testResults: [{ name: 'a.test.ts', status: 'failed', message: 'No such import', assertionResults: [] }],
};

describe('sumResults', () => {
	it.each([
		['adds runs up', [report(3), report(4)], 0, { passed: 7, failed: 0 }],
		['counts failed tests once, not their command too', [report(3, 2), report(4)], 1, { passed: 7, failed: 2 }],
		['counts a command that failed without a test', [report(3)], 1, { passed: 3, failed: 1 }],
		['counts a file that broke before its first test', [brokenFile], 1, { passed: 3, failed: 1 }],
		['counts commands when nothing ran', [], 3, { passed: 0, failed: 3 }],
	])('%s', (_what, reports, commands, sums) => {
		expect(sumResults(reports, commands)).toEqual(sums);
	});
});

describe('describeFailures', () => {
	it('names failed tests and broken files, and says why', () => {
		const tests = [
			{ status: 'passed', fullName: 'adds', failureMessages: [] },
			{ status: 'failed', fullName: 'subtracts', failureMessages: ['expected 1 to be 2\n    at b.test.ts'] },
		];
		const failedFile = {
			...report(1, 1),
			testResults: [{ name: 'b.test.ts', status: 'failed', assertionResults: tests }],
		};
		expect(describeFailures([report(3), brokenFile, failedFile])).toEqual([
			'a.test.ts\n  No such import',
			'b.test.ts: subtracts\n  expected 1 to be 2\n      at b.test.ts',
		]);
	});
});
