/**
 * @typedef {object} Report the part of vitest's JSON report that is counted
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {boolean} success
 * @property {ReadonlyArray<{status: string, assertionResults: readonly unknown[]}>} testResults one for each file
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
