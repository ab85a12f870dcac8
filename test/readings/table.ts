import type { Reporter, TestModule } from 'vitest/node';

/** The folders of test/integration that a reading can affect. */
const SUITES = ['action', 'pacing', 'pollTrigger', 'webhookTrigger'];

/** The number of passed tests, with the total if some failed. Empty if the reading doesn't affect the suite. */
function cell(modules: readonly TestModule[], suite: string): string {
	const ofSuite = modules.filter(({ moduleId }) => moduleId.includes(`/integration/${suite}/`));
	const tests = ofSuite.flatMap(({ children }) => [...children.allTests()]);
	const passed = tests.filter((test) => test.ok()).length;
	return passed === tests.length ? String(passed || '') : `${passed} of ${tests.length}`;
}

/** Prints how many of the nodes' tests passed under each reading of the specification, by suite. */
export default class ReadingsTable implements Reporter {
	onTestRunEnd(modules: readonly TestModule[]): void {
		const runs = Map.groupBy(modules, ({ project }) => project.name);
		const rows = [...runs].map(([reading, run]) => {
			const cells = SUITES.map((suite) => [suite, cell(run, suite)] as const);
			return [reading, Object.fromEntries(cells)] as const;
		});
		console.table(Object.fromEntries(rows));
	}
}
