import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

import { asObject, isObject } from '../../playground/api/json.ts';

export interface MemorySample {
	readonly hours: number;
	/** The memory that the process takes up, in MB. */
	readonly resident: number;
	/** The size of JavaScript's objects right after garbage collection, in MB. */
	readonly liveHeap: number;
}

async function inspectorAddress(pid: number, port: number): Promise<string> {
	// Node.js starts listening for a debugger on this signal.
	process.kill(pid, 'SIGUSR1');
	for (let attempt = 1; ; attempt++) {
		try {
			const [target]: unknown[] = JSON.parse(await (await fetch(`http://127.0.0.1:${port}/json/list`)).text());
			return String(asObject(target, 'The debugger').webSocketDebuggerUrl);
		} catch (error) {
			if (attempt === 20) throw error;
			await delay(100);
		}
	}
}

/** Connects to a Node.js process that was started with `--inspect-port` set to this port. */
export async function sampleMemory(pid: number, port: number, hours: number): Promise<MemorySample> {
	const resident = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
	const socket = new WebSocket(await inspectorAddress(pid, port));
	const liveHeap = await new Promise<number>((resolve, reject) => {
		const send = (id: number, method: string, params: object) => socket.send(JSON.stringify({ id, method, params }));
		socket.addEventListener('open', () => send(1, 'HeapProfiler.collectGarbage', {}));
		socket.addEventListener('message', ({ data }) => {
			const answer: unknown = JSON.parse(String(data));
			if (!isObject(answer)) return;
			if (answer.id === 1) send(2, 'Runtime.evaluate', { expression: 'process.memoryUsage().heapUsed' });
			if (answer.id === 2) resolve(Number(asObject(asObject(answer.result, 'The answer').result, 'Its result').value));
		});
		for (const end of ['error', 'close'])
			socket.addEventListener(end, () => reject(new Error('The debugger went away')));
	});
	socket.close();
	return { hours, resident, liveHeap: liveHeap / 1024 ** 2 };
}

/** A figure's growth in MB per hour, with its standard error: the best-fitting straight line (least squares). */
export function growth(samples: readonly MemorySample[], figure: 'resident' | 'liveHeap'): string {
	const mean = (of: (sample: MemorySample) => number) =>
		samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length;
	const [x, y] = [mean(({ hours }) => hours), mean((sample) => sample[figure])];
	const spread = mean(({ hours }) => (hours - x) ** 2);
	const slope = mean((sample) => (sample.hours - x) * (sample[figure] - y)) / spread;
	const off = mean((sample) => (sample[figure] - y - slope * (sample.hours - x)) ** 2);
	const error = Math.sqrt(off / (samples.length - 2) / spread);
	return `${slope.toFixed(1)} ± ${error.toFixed(1)} MB per hour, ${samples.length} samples`;
}
