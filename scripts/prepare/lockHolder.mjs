import { readFileSync } from 'node:fs';

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

/**
 * The process that wrote its id into a lock file and still runs, or undefined when there is none.
 *
 * @param {string} file
 */
export function lockHolder(file) {
	try {
		const pid = Number(readFileSync(file, 'utf8'));
		return pid > 0 && isRunning(pid) ? pid : undefined;
	} catch {
		return undefined;
	}
}
