import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { startPlayground } from '../playground.ts';
import { checkMainJob } from './mainJob.ts';
import { createSteps } from './steps.ts';

/** Where CI collects results: a file in the shape of vitest's JSON report, as far as the sums go. */
function report(passed: number, failed: number): void {
	const folder = process.env.TEST_RESULTS;
	if (folder === undefined) return;
	const result = { success: failed === 0, numPassedTests: passed, numFailedTests: failed, testResults: [] };
	writeFileSync(join(folder, `check-${process.pid}.json`), JSON.stringify(result));
}

/**
 * Runs the package's main job through a real n8n of its own, in a temporary folder and on free ports, and prints each
 * step. Gives the process's exit code.
 */
export async function check(signal: AbortSignal): Promise<number> {
	const steps = createSteps((line) => console.log(line));
	console.log('Starting n8n and the simulator …');
	const playground = await startPlayground({ signal });
	const stopEarly = () => void playground.stop();
	signal.addEventListener('abort', stopEarly);
	try {
		await checkMainJob(playground, steps);
	} catch (error) {
		if (steps.failed() === 0) throw error;
	} finally {
		signal.removeEventListener('abort', stopEarly);
		await playground.stop();
	}
	signal.throwIfAborted();
	report(steps.passed(), steps.failed());
	console.log(steps.failed() === 0 ? 'The main job works.' : 'The main job does NOT work.');
	return steps.failed() === 0 ? 0 : 1;
}
