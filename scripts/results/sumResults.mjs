/**
 * @typedef {object} Report the part of vitest's JSON report that is counted
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {boolean} success
 * @property {readonly FileReport[]} testResults one for each file
 */

/**
 * @typedef {object} FileReport
 * @property {string} name the file's path
 * @property {string} status
 * @property {string} [message] why the file broke before its first test
 * @property {ReadonlyArray<{status: string, fullName: string, failureMessages?: readonly string[] | null}>} assertionResults
 */

/**
 * The sums of several runs. A file that broke before its first test counts as one failure, and so does a command that
 * failed without a failed test (lint, types, an installation).
 *
 * @param {readonly Report[]} reports
 * @param {number} failedCommands
 */
export function sumResults(reports, failedCommands) {
	const sum = (/** @type {(report: Report) => number} */ count) =>
		reports.reduce((total, report) => total + count(report), 0);
	const brokenFiles = (/** @type {Report} */ { testResults }) =>
		testResults.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0).length;
	const passed = sum(({ numPassedTests }) => numPassedTests);
	const failedTests = sum(({ numFailedTests }) => numFailedTests) + sum(brokenFiles);
	const failedRuns = reports.filter(({ success }) => !success).length;
	return { passed, failed: failedTests + Math.max(0, failedCommands - failedRuns) };
}

/**
 * The failed tests and the files that broke before their first one, each with the first lines of why.
 *
 * @param {readonly Report[]} reports
 * @returns {string[]}
 */
export function describeFailures(reports) {
	const because = (/** @type {string} */ text) => text.split('\n').slice(0, 12).join('\n  ');
	return reports.flatMap(({ testResults }) =>
		testResults.flatMap(({ name, status, message = '', assertionResults }) =>
			status === 'failed' && assertionResults.length === 0
				? [`${name}\n  ${because(message)}`]
				: assertionResults
						.filter((test) => test.status === 'failed')
						.map(
							({ fullName, failureMessages }) =>
								`${name}: ${fullName}\n  ${because(failureMessages?.join('\n') ?? '')}`,
						),
		),
	);
}
