import { readFile, writeFile } from 'node:fs/promises';

/** The IDs of a process and all its descendants. */
async function treeOf(pid: number): Promise<number[]> {
	const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
	const below = await Promise.all(children.split(' ').filter(Boolean).map(Number).map(treeOf));
	return [pid, ...below.flat()];
}

async function bytesOf(pid: number, figure: 'VmRSS' | 'VmHWM'): Promise<number> {
	const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
	return Number(new RegExp(`^${figure}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) * 1024;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/**
 * Watches the memory of a process and, unless `alone`, of its children (Linux). The returned function returns the peak
 * rise in megabytes.
 */
export async function watchPeak(pid: number, alone = false): Promise<() => Promise<number>> {
	const watched = async () => (alone ? [pid] : await treeOf(pid));
	const pids = await watched();
	// Writing 5 resets the peak to the current size.
	for (const each of pids) await writeFile(`/proc/${each}/clear_refs`, '5');
	const before = sum(await Promise.all(pids.map((each) => bytesOf(each, 'VmRSS'))));
	return async () => {
		const all = [...new Set([...pids, ...(await watched())])];
		return (sum(await Promise.all(all.map((each) => bytesOf(each, 'VmHWM')))) - before) / 1e6;
	};
}
