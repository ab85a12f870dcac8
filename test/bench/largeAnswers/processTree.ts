import { readFile, writeFile } from 'node:fs/promises';

/** A process and all below it. */
async function treeOf(pid: number): Promise<number[]> {
	const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
	const below = await Promise.all(children.split(' ').filter(Boolean).map(Number).map(treeOf));
	return [pid, ...below.flat()];
}

async function sumOf(pids: readonly number[], figure: 'VmRSS' | 'VmHWM'): Promise<number> {
	const figures = await Promise.all(
		pids.map(async (pid) => {
			const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
			return Number(new RegExp(`^${figure}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) * 1024;
		}),
	);
	return figures.reduce((sum, bytes) => sum + bytes, 0);
}

/** Begins to watch the memory of a process and its children. The function tells by how many bytes it rose at its highest. */
export async function watchPeak(pid: number): Promise<() => Promise<number>> {
	const pids = await treeOf(pid);
	// 5 sets the peak back to the present size.
	for (const each of pids) await writeFile(`/proc/${each}/clear_refs`, '5');
	const before = await sumOf(pids, 'VmRSS');
	return async () => (await sumOf([...new Set([...pids, ...(await treeOf(pid))])], 'VmHWM')) - before;
}
