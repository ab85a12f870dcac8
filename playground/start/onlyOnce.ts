import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return error instanceof Error && 'code' in error && error.code === 'EPERM';
	}
}

function holderOf(file: string): number | undefined {
	try {
		const pid = Number(readFileSync(file, 'utf8'));
		return pid > 0 && isRunning(pid) ? pid : undefined;
	} catch {
		return undefined;
	}
}

/**
 * Takes a lock for the rest of this process's life. Two n8n on one database would damage it. A lock that a dead process
 * left is passed over.
 */
export function onlyOnce(file: string, message: (pid: number) => string): void {
	mkdirSync(dirname(file), { recursive: true });
	const pid = holderOf(file);
	if (pid !== undefined) throw new Error(message(pid));
	writeFileSync(file, String(process.pid));
	process.once('exit', () => rmSync(file, { force: true }));
}
