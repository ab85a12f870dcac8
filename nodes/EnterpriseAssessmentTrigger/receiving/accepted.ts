import type { Clock } from '../../api/pacing/clock';
import { isSuccess } from '../../api/specification/endpoints';

/** What is used of Node's response to a delivery. */
export interface Answer {
	readonly statusCode: number;
	/** Whether 'close' has been emitted. */
	readonly closed: boolean;
	/** Whether all of the answer was given, whoever is there to receive it. */
	readonly writableEnded: boolean;
	once(event: 'finish' | 'close', listener: () => void): Answer;
}

/** How long n8n may hold an event back: with a limit of executions at a time, until one of them has ended. */
export const ACCEPTED_WITHIN_MS = 60 * 60_000;

const LOOK_EVERY_MS = 500;

/** Whether n8n has answered with success: it does so, and runs the event, also for a sender who hung up meanwhile. */
export async function isAccepted(answer: Answer, clock: Clock): Promise<boolean> {
	if (!answer.closed) await new Promise<void>((resolve) => answer.once('finish', resolve).once('close', resolve));
	// No event tells of an answer to a connection that is closed.
	const giveUpAt = clock.now() + ACCEPTED_WITHIN_MS;
	while (!answer.writableEnded && clock.now() < giveUpAt) await clock.sleep(LOOK_EVERY_MS);
	return answer.writableEnded && isSuccess(answer.statusCode);
}
