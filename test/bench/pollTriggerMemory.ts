import { fork } from 'node:child_process';
import { once } from 'node:events';

import { EnterpriseAssessmentPollTrigger } from '../../nodes/EnterpriseAssessmentPollTrigger/EnterpriseAssessmentPollTrigger.node.ts';
import type { CredentialsData } from '../integration/support/credentials.ts';
import { pollContext } from '../integration/support/n8nContext.ts';
import { measurePeakGrowth } from './downloads/peakMemory.ts';

const ROUNDS = 3;

export interface MemoryCost {
	reports: number;
	/** By how much the process grew, at most, in a poll that found one new score; median, bytes. */
	growthBytes: number;
	/** Median, ms. */
	pollMs: number;
}

/** What a poll costs that reads so many reports with one new among them. */
export async function memoryCost(reports: number): Promise<MemoryCost> {
	const service = fork(new URL('./pollTriggerService.ts', import.meta.url), [String(reports)]);
	try {
		const [credentials] = (await once(service, 'message')) as [CredentialsData];
		const nodeType = new EnterpriseAssessmentPollTrigger();
		const { context } = pollContext({ nodeType, credentials });
		await nodeType.poll.call(context);
		const growths: number[] = [];
		const times: number[] = [];
		for (let round = 0; round < ROUNDS; round += 1) {
			service.send('score');
			await once(service, 'message');
			globalThis.gc?.();
			const begun = performance.now();
			const { result, growthBytes } = await measurePeakGrowth(
				process.pid,
				async () => await nodeType.poll.call(context),
			);
			times.push(performance.now() - begun);
			growths.push(growthBytes);
			if (result?.[0]?.length !== 1) throw new Error('One score was new');
		}
		return { reports, growthBytes: median(growths), pollMs: median(times) };
	} finally {
		service.kill();
	}
}

function median(values: number[]): number {
	return values.sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}
