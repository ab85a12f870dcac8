import { describe, expect, it } from 'vitest';

import { checkMainJob } from '../../playground/check/mainJob.ts';
import { createSteps } from '../../playground/check/steps.ts';
import { usePlayground } from '../../playground/vitest.ts';
import { filesHolding } from './support/search.ts';

const playground = usePlayground();

/** So that a search that finds nothing is known to have read what n8n keeps. */
const storedByN8n = 'robin.example@example.com';

describe('the main job in a real n8n', () => {
	it('goes from the invitation to the files, byte for byte', async () => {
		const lines: string[] = [];
		const steps = createSteps((line) => lines.push(line));
		await checkMainJob(playground(), steps).catch((error: unknown) => {
			throw new Error(lines.join('\n'), { cause: error });
		});
		expect(steps.passed()).toBe(12);
	});

	it('leaves the API key in no file of n8n', async () => {
		const { n8n, simulator } = playground();
		await n8n.stop();
		expect(await filesHolding(storedByN8n, n8n.userFolder)).not.toEqual([]);
		expect(await filesHolding(simulator.apiKey, n8n.userFolder)).toEqual([]);
	});
});
