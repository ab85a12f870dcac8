import { expect, vi } from 'vitest';

import type { N8nApi } from '../../../playground/api/index.ts';
import { emittedEvents } from './workflows.ts';

/** For what takes a few polls. */
export const WAIT_MS = 120_000;

/** Waits until each of the workflows has been started with these scores and has ended. */
export async function seenBy(api: N8nApi, workflows: readonly string[], scored: readonly string[]): Promise<void> {
	const missing = async (workflow: string) => {
		const seen = (await emittedEvents(api, workflow)).map(({ userAssessmentId }) => userAssessmentId);
		return scored.filter((userAssessmentId) => !seen.includes(userAssessmentId));
	};
	await vi.waitFor(async () => expect(await Promise.all(workflows.map(missing))).toEqual(workflows.map(() => [])), {
		timeout: WAIT_MS,
		interval: 1_000,
	});
}
