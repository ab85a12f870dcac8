import { existsSync, readFileSync } from 'node:fs';

export interface SystemUser {
	readonly uid: number;
	readonly gid: number;
}

/** The first of these users in a list of the form of /etc/passwd. */
export function userIn(passwd: string, names: readonly string[]): SystemUser | undefined {
	const fields = passwd.split('\n').map((line) => line.split(':'));
	for (const name of names) {
		const [, , uid, gid] = fields.find(([user]) => user === name) ?? [];
		if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
	}
	return undefined;
}

/** Whom to become for a program that refuses to run as root. Undefined where this process isn't root. */
export function unprivilegedUser(): SystemUser | undefined {
	if (process.getuid?.() !== 0) return undefined;
	const passwd = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8') : '';
	const user = userIn(passwd, ['postgres', 'nobody']);
	if (user === undefined)
		throw new Error("PostgreSQL doesn't run as root, and there is no user 'postgres' or 'nobody'");
	return user;
}
