import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

export interface ChildOptions {
	readonly command: string;
	readonly args: readonly string[];
	/** The child's whole environment: nothing of this process's own leaks in. */
	readonly env: Readonly<Record<string, string>>;
	readonly cwd: string;
	/** The user to run it as, when this process may choose. Default: this process's own. */
	readonly user?: { readonly uid: number; readonly gid: number };
	/** Called with each piece of standard output and standard error. */
	readonly onOutput: (text: string) => void;
}

export type Child = Awaited<ReturnType<typeof startChild>>;

/** Seconds that the guard leaves a process group between SIGTERM and SIGKILL. */
const guardGraceSeconds = 15;

/**
 * Ends a process group when this process is gone, however it went: the guard's standard input is a pipe from here, and
 * the kernel closes it even after SIGKILL. It is a group of its own, so that Ctrl-C in the terminal doesn't end it first.
 */
function guardGroup(pid: number): ChildProcess {
	const script = `cat >/dev/null; kill -TERM -$1 || exit 0; sleep ${guardGraceSeconds}; kill -KILL -$1`;
	const guard = spawn('sh', ['-c', script, 'guard', String(pid)], {
		detached: true,
		stdio: ['pipe', 'ignore', 'ignore'],
	});
	guard.stdin.on('error', () => undefined);
	return guard;
}

/** SIGKILL to a whole process group; one that is already gone is fine. */
function killGroup(pid: number): void {
	try {
		process.kill(-pid, 'SIGKILL');
	} catch (error) {
		if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
	}
}

/** Starts a program as a process group of its own, with a guard that ends the group should this process die. */
export async function startChild({ command, args, env, cwd, user, onOutput }: ChildOptions) {
	const child = spawn(command, args, { env, cwd, ...user, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
	await once(child, 'spawn');
	const { pid } = child;
	if (pid === undefined) throw new Error(`${command} started without a process id`);

	const guard = guardGroup(pid);
	for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', onOutput);

	let running = true;
	const exited = new Promise<string>((resolve) => {
		child.once('close', (code, signal) => {
			running = false;
			killGroup(pid);
			if (guard.pid !== undefined) killGroup(guard.pid);
			resolve(signal ?? `exit code ${code}`);
		});
	});
	// A grandchild that outlives the process may hold its pipes open, and `close` would never come.
	child.once('exit', () => killGroup(pid));

	return {
		pid,
		/** Settles when the process has ended, with its exit code or the signal that ended it. */
		exited,
		running: () => running,
		/** SIGTERM, and SIGKILL to the process and all its children after so many milliseconds. */
		stop: async (graceMs: number): Promise<void> => {
			if (!running) return;
			child.kill('SIGTERM');
			const patience = setTimeout(() => killGroup(pid), graceMs);
			await exited;
			clearTimeout(patience);
		},
		/** SIGKILL to the process and all its children, at once. */
		kill9: async (): Promise<void> => {
			killGroup(pid);
			await exited;
		},
	};
}
