// Adds up the test results in a folder. Prints the failures, then one line with the totals. Fails unless all tests passed. A file
// that failed before its first test counts as a failure, and so does a stage that failed without a test (lint, installation).
// Usage: node scripts/sumResults.mjs <folder> <number of failed stages>
import { readdirSync, readFileSync } from 'node:fs';

const [folder = '.', failedStages = '0'] = process.argv.slice(2);
const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
const reports = names.map((name) => JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')));
let passed = 0;
let failed = 0;

for (const { numPassedTests, testResults } of reports) {
	passed += numPassedTests;
	for (const { name, status, message, assertionResults } of testResults) {
		const broke = status === 'failed' && assertionResults.length === 0;
		const all = broke ? [{ status, fullName: '', failureMessages: [message] }] : assertionResults;
		for (const test of all.filter((/** @type {{ status: string }} */ each) => each.status === 'failed')) {
			failed += 1;
			console.log(`failed: ${name} ${test.fullName}\n${test.failureMessages.join('\n')}`);
		}
	}
}
failed += Math.max(0, Number(failedStages) - reports.filter(({ success }) => !success).length);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
