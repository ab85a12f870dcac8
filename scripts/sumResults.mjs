// Adds up the test results in a folder and prints what failed, then one line of sums. Fails unless all passed. A file that
// broke before its first test counts as a failure, and so does a stage that failed without one (lint, an installation).
// Usage: node scripts/sumResults.mjs <folder> <number of failed stages>
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder = '.', failedStages = '0'] = process.argv.slice(2);
let passed = 0;
let failed = 0;
let failedRuns = 0;

/** @param {string} what @param {string} why */
function tellFailure(what, why) {
	failed += 1;
	console.log(`failed: ${what}\n  ${why.split('\n').slice(0, 12).join('\n  ')}`);
}

for (const name of readdirSync(folder).filter((entry) => entry.endsWith('.json'))) {
	const report = JSON.parse(readFileSync(join(folder, name), 'utf8'));
	passed += report.numPassedTests;
	if (!report.success) failedRuns += 1;
	for (const file of report.testResults) {
		const tests = file.assertionResults;
		if (file.status === 'failed' && tests.length === 0) tellFailure(file.name, file.message ?? '');
		for (const test of tests) {
			if (test.status === 'failed') tellFailure(`${file.name}: ${test.fullName}`, test.failureMessages.join('\n'));
		}
	}
}
failed += Math.max(0, Number(failedStages) - failedRuns);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
