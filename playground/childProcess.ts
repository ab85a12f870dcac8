import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

export interface ChildOptions {
	readonly command: string;
	readonly args: readonly string[];
	/** The child's whole environment. It doesn't inherit any variable from this process. */
	readonly env: Readonly<Record<string, string>>;
	readonly cwd: string;
	/** The user that runs it, if this process can choose one. Default: this process's user. */
	readonly user?: { readonly uid: number; readonly gid: number };
	/** Called with each piece of standard output and standard error. */
	readonly onOutput: (text: string) => void;
}

export type Child = Awaited<ReturnType<typeof startChild>>;

/** How many seconds the guard waits between SIGTERM and SIGKILL. */
const guardGraceSeconds = 15;

/**
 * Ends a process group once this process is gone, however it ended. The guard's standard input is a pipe from this process,
 * and the kernel closes it even after SIGKILL. The guard has its own group. Otherwise, Ctrl-C would end it first.
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

/** Sends SIGKILL to a whole process group. Does nothing if the group no longer exists. */
function killGroup(pid: number): void {
	try {
		process.kill(-pid, 'SIGKILL');
	} catch (error) {
		if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
	}
}

/** Starts a program in its own process group, with a guard that ends the group if this process dies. */
export async function startChild({ command, args, env, cwd, user, onOutput }: ChildOptions) {
	const child = spawn(command, args, { env, cwd, ...user, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
	await once(child, 'spawn');
	const { pid } = child;
	if (pid === undefined) throw new Error(`${command} couldn't be started`);

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
	// A grandchild that outlives the process can keep its pipes open, so `close` might never fire.
	child.once('exit', () => killGroup(pid));

	return {
		pid,
		/** Resolves when the process has ended, with its exit code or the signal that ended it. */
		exited,
		running: () => running,
		/** Sends SIGTERM, and after this many milliseconds SIGKILL to the process and all its children. */
		stop: async (graceMs: number): Promise<void> => {
			if (!running) return;
			child.kill('SIGTERM');
			const patience = setTimeout(() => killGroup(pid), graceMs);
			await exited;
			clearTimeout(patience);
		},
		/** Sends SIGKILL to the process and all its children immediately. */
		kill9: async (): Promise<void> => {
			killGroup(pid);
			await exited;
		},
	};
}
