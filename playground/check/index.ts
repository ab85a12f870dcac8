import { startPlayground } from '../playground.ts';
import { checkMainJob } from './mainJob.ts';

/**
 * Runs the package's main job through a real n8n of its own, in a temporary folder and on free ports, and prints each
 * step. Gives the process's exit code.
 */
export async function check(signal: AbortSignal): Promise<number> {
	console.log('Starting n8n and the simulator …');
	const playground = await startPlayground({ signal });
	const stopEarly = () => void playground.stop();
	signal.addEventListener('abort', stopEarly);
	try {
		await checkMainJob(playground, (line) => console.log(line));
		console.log('The main job works.');
		return 0;
	} catch {
		signal.throwIfAborted();
		console.log('The main job does NOT work.');
		return 1;
	} finally {
		signal.removeEventListener('abort', stopEarly);
		await playground.stop();
	}
}
