import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * The process that wrote its id into a lock file and still runs, or undefined when there is none.
 *
 * @param {string} file
 */
export function lockHolder(file) {
	try {
		const pid = Number(readFileSync(file, 'utf8'));
		return pid > 0 && process.kill(pid, 0) ? pid : undefined;
	} catch {
		return undefined;
	}
}

/** @param {string} file */
function take(file) {
	try {
		writeFileSync(file, String(process.pid), { flag: 'wx' });
		return true;
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
		throw error;
	}
}

/**
 * Does the work while no other process does it: waits for one that does, and passes over the lock of one that died.
 *
 * @param {string} file the lock
 * @param {() => Promise<void>} work
 */
export async function whileLocked(file, work) {
	for (let told = false, vacant = 0; !take(file); await delay(300)) {
		const pid = lockHolder(file);
		if (pid !== undefined && !told) console.log(`Process ${pid} is installing: waiting for it …`);
		told ||= pid !== undefined;
		vacant = pid === undefined ? vacant + 1 : 0;
		// Once is not enough: its holder may be about to write its id.
		if (vacant > 1) rmSync(file, { force: true });
	}
	const release = () => rmSync(file, { force: true });
	process.once('exit', release);
	await work().finally(release);
}
