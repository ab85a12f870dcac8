import type { Reporter, TestModule } from 'vitest/node';

import { READINGS, type Suite } from '../integration/support/readings.ts';

/** Prints how many of the nodes' tests passed under each reading of the specification, by suite. */

const SUITES: readonly Suite[] = ['action', 'pacing', 'pollTrigger', 'webhookTrigger'];

/** The number of passed tests, with the total if some failed. Empty if the reading doesn't affect the suite. */
function cell(modules: readonly TestModule[], suite: Suite): string {
	const tests = modules
		.filter(({ moduleId }) => moduleId.includes(`/integration/${suite}/`))
		.flatMap(({ children }) => [...children.allTests()]);
	if (tests.length === 0) return '';
	const passed = tests.filter((test) => test.ok()).length;
	return passed === tests.length ? `${passed}` : `${passed} of ${tests.length}`;
}

export default class ReadingsTable implements Reporter {
	onTestRunEnd(modules: readonly TestModule[]): void {
		const rows = Object.keys(READINGS).flatMap((reading) => {
			const run = modules.filter(({ project }) => project.name === `reading: ${reading}`);
			return run.length === 0 ? [] : [[reading, ...SUITES.map((suite) => cell(run, suite))]];
		});
		const width = Math.max(...rows.map(([reading = '']) => reading.length), 'reading'.length);
		const lines = [['reading', ...SUITES], ...rows].map(([reading = '', ...cells]) =>
			[reading.padEnd(width), ...cells.map((text) => text.padStart(14))].join(' '),
		);
		console.log(`\nTests passed under each reading of the specification\n\n${lines.join('\n')}\n`);
	}
}
