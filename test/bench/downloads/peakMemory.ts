import { readFile, writeFile } from 'node:fs/promises';

/** A memory figure of a process, in bytes (Linux: /proc/<pid>/status). */
async function memory(pid: number, figure: 'VmRSS' | 'VmHWM'): Promise<number> {
	const status = await readFile(`/proc/${pid}/status`, 'utf8');
	const kilobytes = new RegExp(`^${figure}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1];
	if (kilobytes === undefined) throw new Error(`No ${figure} in /proc/${pid}/status`);
	return Number(kilobytes) * 1024;
}

/** Does some work, and tells by how many bytes the process's resident memory rose meanwhile, at its highest point. */
export async function measurePeakGrowth<T>(
	pid: number,
	work: () => Promise<T>,
): Promise<{ result: T; growthBytes: number }> {
	// 5 sets the peak back to the present size.
	await writeFile(`/proc/${pid}/clear_refs`, '5');
	const before = await memory(pid, 'VmRSS');
	const result = await work();
	return { result, growthBytes: (await memory(pid, 'VmHWM')) - before };
}
