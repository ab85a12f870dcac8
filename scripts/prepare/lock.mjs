import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { codeOf } from './errors.mjs';
import { lockHolder } from './lockHolder.mjs';

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
	let wasVacant = false;
	while (!take(file)) {
		const pid = lockHolder(file);
		// Once isn't enough: its holder may be about to write its id.
		if (pid === undefined && wasVacant) rmSync(file, { force: true });
		if (pid !== undefined && !told) {
			console.log(`Another start is installing (process ${pid}): waiting for it …`);
			told = true;
		}
		wasVacant = pid === undefined;
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
