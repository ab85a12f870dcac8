import { DatabaseSync } from 'node:sqlite';

/**
 * A lock that goes with this process, however it ends: two n8n on one database would damage it.
 *
 * @throws Error with this message when another process holds it
 */
export function onlyOnce(file: string, message: () => string): DatabaseSync {
	const lock = new DatabaseSync(file);
	try {
		lock.exec('BEGIN EXCLUSIVE');
	} catch (error) {
		throw new Error(message(), { cause: error });
	}
	return lock;
}
