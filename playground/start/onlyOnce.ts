import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { lockHolder } from '../../scripts/prepare/lock.mjs';

/**
 * Takes a lock for the rest of this process's life. Two n8n on one database would damage it. A lock that a dead process
 * left is passed over.
 *
 * @throws Error with this message when another process holds it
 */
export function onlyOnce(file: string, message: (pid: number) => string): void {
	mkdirSync(dirname(file), { recursive: true });
	const pid = lockHolder(file);
	if (pid !== undefined) throw new Error(message(pid));
	writeFileSync(file, String(process.pid));
	process.once('exit', () => rmSync(file, { force: true }));
}
