import { readFileSync, writeFileSync } from 'node:fs';
import { Pool } from 'undici';

import { signedDelivery } from '../unit/webhookTrigger/support/signedDelivery.ts';

/** What one run under load came to. */
export interface Load {
	eventsPerSecond: number;
	/** Milliseconds. */
	p95: number;
	/** Of the n8n process during the run, MB. */
	peakMb: number;
}

export interface LoadPlan {
	origin: string;
	path: string;
	events: number;
	concurrency: number;
	/** Signs every event, whether the receiver looks or not. */
	signingKey: string;
	pid: number;
}

/** Of the kernel's clock for processor time: 100 ticks a second. */
const MS_PER_TICK = 10;

let lastEvent = 0;

/** Sends events, each with another result, over so many connections at once, and waits until all are answered with 200. */
export async function loaded(plan: LoadPlan): Promise<Load> {
	const requests = Array.from({ length: plan.events }, () => newEvent(plan.signingKey));
	const pool = new Pool(plan.origin, { connections: plan.concurrency, pipelining: 1 });
	const durations: number[] = [];
	forgetPeak(plan.pid);
	const begun = performance.now();

	async function sendOneAfterAnother(): Promise<void> {
		for (let next = requests.pop(); next !== undefined; next = requests.pop()) {
			const sent = performance.now();
			const { statusCode, body } = await pool.request({ method: 'POST', path: plan.path, ...next });
			const text = await body.text();
			if (statusCode !== 200) throw new Error(`${plan.path} answered ${statusCode}: ${text}`);
			durations.push(performance.now() - sent);
		}
	}

	await Promise.all(Array.from({ length: plan.concurrency }, sendOneAfterAnother));
	const seconds = (performance.now() - begun) / 1_000;
	await pool.close();
	durations.sort((one, other) => one - other);
	return {
		eventsPerSecond: plan.events / seconds,
		p95: durations[Math.ceil(durations.length * 0.95) - 1] ?? Number.NaN,
		peakMb: peakOf(plan.pid) / 1_024,
	};
}

/** About 2 KB, as the service sends it. */
function newEvent(signingKey: string): { headers: Record<string, string>; body: Buffer } {
	lastEvent += 1;
	const question = 'Describe a situation in which you had to explain something complicated to a colleague. ';
	const report = {
		userAssessmentId: `00000000-0000-4000-8000-${String(lastEvent).padStart(12, '0')}`,
		assessmentType: 'ThousandPoint',
		assessmentName: 'English Placement Test',
		status: 'Completed',
		started: '2026-11-21T03:00:00.0000000+00:00',
		completed: '2026-11-21T04:00:00.0000000+00:00',
		duration: '01:00:00.0000000',
		score: 640,
		placement: 'B2',
		diagnosticInfo: [],
		openResponses: Array.from({ length: 6 }, (_, index) => ({
			question: `${question}${index}`,
			responseAudioUrl: `/2020q3/response-audio/00000000-0000-4000-8000-00000000000${index}`,
		})),
		writingOpenResponses: [],
		surveyItems: [],
		subScores: { reading: { correct: 12, total: 15 }, grammar: { correct: 14, total: 15 } },
		certificateUrl: null,
	};
	const user = { userId: '5f0c6f2e-9a1b-4c55-8a6e-1d2e3f405162', givenName: 'Zoë', surname: 'Example' };
	const event = { event: 'user-assessment-scored', data: { ...user, scoreReports: [report] } };
	const { body, headers } = signedDelivery(
		Buffer.from(JSON.stringify(event)),
		Buffer.from(signingKey),
		new Date().toISOString(),
	);
	const texts = Object.entries(headers).map(([name, value]) => [name, String(value)]);
	return { body, headers: Object.fromEntries(texts) as Record<string, string> };
}

/** Processor time that a process has used so far, in milliseconds, which other work on the machine hardly changes. */
export function processorMs(pid: number): number {
	const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
	const [user = 0, system = 0] = [fields[11], fields[12]].map(Number);
	return (user + system) * MS_PER_TICK;
}

function forgetPeak(pid: number): void {
	writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/** Kilobytes. */
function peakOf(pid: number): number {
	return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}
