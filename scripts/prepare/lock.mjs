import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { codeOf } from './errors.mjs';

/** @param {number} pid */
function isRunning(pid) {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return codeOf(error) === 'EPERM';
	}
}

/** The process that holds the lock, or undefined when none does. @param {string} file */
function holder(file) {
	try {
		const pid = Number(readFileSync(file, 'utf8'));
		return pid > 0 && isRunning(pid) ? pid : undefined;
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
		if (codeOf(error) !== 'EEXIST') throw error;
		return false;
	}
}

/**
 * Does the work while no other process does it: waits for one that does, and passes over the lock of one that died.
 *
 * @template T
 * @param {string} file the lock
 * @param {() => Promise<T>} work
 */
export async function whileLocked(file, work) {
	mkdirSync(dirname(file), { recursive: true });
	let told = false;
	while (!take(file)) {
		const pid = holder(file);
		if (pid === undefined) {
			rmSync(file, { force: true });
		} else if (!told) {
			console.log(`Another start is installing (process ${pid}): waiting for it …`);
			told = true;
		}
		await delay(300);
	}
	const release = () => rmSync(file, { force: true });
	process.once('exit', release);
	try {
		return await work();
	} finally {
		process.off('exit', release);
		release();
	}
}
