import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

import { asObject, isObject } from '../../playground/api/json.ts';

/** Both in MB. */
export interface MemorySample {
	/** What the process holds of the machine's memory. */
	readonly resident: number;
	/** JavaScript's objects right after everything unreachable was collected. */
	readonly liveHeap: number;
}

const BYTES_PER_MB = 1024 * 1024;
const KB_PER_MB = 1024;

function residentMegabytes(pid: number): number {
	return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / KB_PER_MB;
}

async function inspectorAddress(pid: number, port: number): Promise<string> {
	// Node begins to listen for a debugger when it gets this signal.
	process.kill(pid, 'SIGUSR1');
	for (let attempt = 1; ; attempt++) {
		try {
			const response = await fetch(`http://127.0.0.1:${port}/json/list`);
			const [target]: unknown[] = JSON.parse(await response.text());
			return String(asObject(target, 'The debugger').webSocketDebuggerUrl);
		} catch (error) {
			if (attempt === 20) throw error;
			await delay(100);
		}
	}
}

/** Sends the commands one after the other, and gives the answer to the last. */
async function command(address: string, commands: ReadonlyArray<readonly [method: string, params: object]>) {
	const socket = new WebSocket(address);
	const answers = new Map<number, (answer: unknown) => void>();
	socket.addEventListener('message', ({ data }) => {
		const answer: unknown = JSON.parse(String(data));
		if (isObject(answer) && typeof answer.id === 'number') answers.get(answer.id)?.(answer.result);
	});
	try {
		await new Promise<void>((resolve, reject) => {
			socket.addEventListener('open', () => resolve());
			socket.addEventListener('error', () => reject(new Error(`No connection to ${address}`)));
		});
		let last: unknown;
		for (const [id, [method, params]] of commands.entries()) {
			last = await new Promise<unknown>((resolve, reject) => {
				answers.set(id, resolve);
				socket.addEventListener('close', () => reject(new Error('The debugger went away')), { once: true });
				socket.send(JSON.stringify({ id, method, params }));
			});
		}
		return last;
	} finally {
		socket.close();
	}
}

/** Looks at a process of Node that was started with `--inspect-port` set to this port. */
export async function sampleMemory(pid: number, port: number): Promise<MemorySample> {
	const resident = residentMegabytes(pid);
	const expression = 'process.memoryUsage().heapUsed';
	const answer = await command(await inspectorAddress(pid, port), [
		['HeapProfiler.collectGarbage', {}],
		['Runtime.evaluate', { expression }],
	]);
	const { value } = asObject(asObject(answer, 'The answer').result, 'Its result');
	return { resident, liveHeap: Number(value) / BYTES_PER_MB };
}
