import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';

import type { Clock } from '../../../nodes/api/pacing/clock.ts';

interface Sleeper {
	end: number;
	wake: () => void;
}

let now = Date.now();
let aheadMs = 0;
let underway = 0;
let isSkipping = false;
const sleepers = new Set<Sleeper>();

subscribe('http.client.request.created', (message) => {
	const { request } = message as { request: ClientRequest };
	underway += 1;
	request.once('close', () => {
		underway -= 1;
		now += 1;
	});
});

/** Moves time to the end of the shortest wait whenever no request is in progress, however slow the machine is. */
async function skip(): Promise<void> {
	isSkipping = true;
	while (sleepers.size > 0) {
		await new Promise((resolve) => setImmediate(resolve));
		if (underway > 0) continue;
		now = Math.max(now, Math.min(...[...sleepers].map(({ end }) => end)));
		for (const sleeper of sleepers) if (sleeper.end <= now) sleeper.wake();
	}
	isSkipping = false;
}

/** Replaces the nodes' clock. A request takes a millisecond. When everything is waiting, time skips ahead. */
export const monotonicClock: Clock = {
	now: () => now,
	sleep: async (ms, signal) => {
		if (signal?.aborted === true) return;
		await new Promise<void>((resolve) => {
			const wake = () => {
				sleepers.delete(sleeper);
				signal?.removeEventListener('abort', wake);
				resolve();
			};
			const sleeper: Sleeper = { end: now + ms, wake };
			signal?.addEventListener('abort', wake);
			sleepers.add(sleeper);
			if (!isSkipping) void skip();
		});
	},
};

export const systemNow = () => now + aheadMs;

/** Simulates a machine that slept, or whose clock was wrong when the process started. */
export function setWallClockAhead(ms: number): void {
	aheadMs = ms;
}
