import { appendFileSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** @param {string} file */
function processesIn(file) {
	try {
		return readFileSync(file, 'utf8').trim().split('\n').map(Number);
	} catch {
		return [];
	}
}

/**
 * The first process in a lock file that still runs, or undefined when there is none.
 *
 * @param {string} file
 */
export function lockHolder(file) {
	return processesIn(file).find((pid) => {
		try {
			return pid > 0 && process.kill(pid, 0);
		} catch {
			return false;
		}
	});
}

/**
 * Waits until every process that was in the lock file earlier has ended; holds the lock to the end of this one.
 *
 * @param {string} file
 */
export async function takeLock(file) {
	for (; lockHolder(file) !== process.pid; await delay(100)) {
		if (!processesIn(file).includes(process.pid)) appendFileSync(file, `${process.pid}\n`);
	}
	process.once('exit', () => rmSync(file, { force: true }));
}
