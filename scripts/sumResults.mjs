// Adds up the test results in a folder and prints what failed, then one line of sums. Fails unless all passed.
// Usage: node scripts/sumResults.mjs <folder> <number of failed commands>
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describeFailures, sumResults } from './results/sumResults.mjs';

const [folder = '.', failedCommands = '0'] = process.argv.slice(2);
const reports = readdirSync(folder)
	.filter((name) => name.endsWith('.json'))
	.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
for (const failure of describeFailures(reports)) console.log(`failed: ${failure}`);
const { passed, failed } = sumResults(reports, Number(failedCommands));
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
