import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import type { Socket } from 'node:net';

import { onTestFinished, vi } from 'vitest';

import { monotonicClock } from '../../../nodes/api/pacing/clock.ts';
import type { Clock } from '../../../simulator/index.ts';

// Replaces the time of the nodes and the simulator. It doesn't pass while anything is under way, however slow the machine is. When
// everything waits for a time, that time has come. A request takes a millisecond.

interface Sleeper {
	end: number;
	wake: () => void;
	/** The client's port, if the service waits before it sends more on a connection. */
	port?: number;
}

/** A continuation that takes this many turns of the event loop is still noticed. */
const QUIET_TURNS = 20;

let now = Date.now();
let aheadMs = 0;
let holds = 0;
/** Changes with every request that begins or ends. */
let news = 0;
let isPassing = false;
const underway = new Set<ClientRequest>();
const sleepers = new Set<Sleeper>();

subscribe('http.client.request.created', (message) => {
	const { request } = message as { request: ClientRequest };
	underway.add(request);
	news += 1;
	request.once('close', () => {
		underway.delete(request);
		news += 1;
		now += 1;
	});
});

/** The sleepers if nothing else is under way. The service's pauses count only while the client still waits. */
function allThatWaits(): Sleeper[] {
	const ports = new Set([...underway].map(({ socket }) => socket?.localPort));
	const waiting = [...sleepers].filter(({ port }) => port === undefined || ports.has(port));
	const isSilent = (port?: number) => port !== undefined && waiting.some((sleeper) => sleeper.port === port);
	// Files are read, written and closed by requests to the system.
	const isBusy = holds > 0 || process.getActiveResourcesInfo().some((name) => name.includes('Req'));
	return isBusy || ![...ports].every(isSilent) ? [] : waiting;
}

async function moveOn(): Promise<void> {
	isPassing = true;
	for (let turns = 0, seen = news; sleepers.size > 0; turns += 1) {
		await new Promise((resolve) => setImmediate(resolve));
		const waiting = allThatWaits();
		if (waiting.length === 0 || seen !== news) [turns, seen] = [0, news];
		if (turns < QUIET_TURNS) continue;
		now = Math.max(now, Math.min(...waiting.map(({ end }) => end)));
		for (const sleeper of waiting) if (sleeper.end <= now) sleeper.wake();
		turns = 0;
	}
	isPassing = false;
}

async function sleep(ms: number, signal?: AbortSignal, port?: number): Promise<void> {
	if (signal?.aborted === true) return;
	await new Promise<void>((resolve) => {
		const wake = () => {
			sleepers.delete(sleeper);
			signal?.removeEventListener('abort', wake);
			resolve();
		};
		const sleeper: Sleeper = { end: now + ms, wake, port };
		signal?.addEventListener('abort', wake);
		sleepers.add(sleeper);
		if (!isPassing) void moveOn();
	});
}

/** The simulator's time. Servers of tests that stop sending call `pause`, too. */
export const virtualTime: Required<Clock> = {
	now: () => Date.now(),
	async pause(ms: number, connection: Socket): Promise<void> {
		const closed = new AbortController();
		const close = () => closed.abort();
		connection.once('close', close);
		await sleep(ms, closed.signal, connection.remotePort);
		connection.off('close', close);
	},
};

Object.assign(monotonicClock, { now: () => now, sleep });
Date.now = () => Math.floor(now + aheadMs);

/** Moves the system's time, but not the nodes' clock, for the rest of the test: the machine slept, or its time was corrected. */
export function pass(ms: number): void {
	aheadMs += ms;
	onTestFinished(() => void (aheadMs = 0));
}

/** Waits until the expectation is met, and does something at that moment. Time stands still meanwhile. */
export async function when<T>(expectation: () => unknown, work?: () => T | Promise<T>): Promise<T | undefined> {
	holds += 1;
	try {
		await vi.waitFor(expectation, { timeout: 60_000 });
		return await work?.();
	} finally {
		holds -= 1;
	}
}
