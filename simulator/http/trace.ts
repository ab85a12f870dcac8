import type { Account } from '../account/account.ts';
import type { AnswerFault } from '../faults/faults.ts';
import type { LoggedRequest } from './requestLog.ts';

/** What the simulator knows of a request while it is under way. */
export interface Trace {
	entry: LoggedRequest;
	account: Account | null;
	/** A fault that changes the answer. */
	fault: AnswerFault | null;
	/** Rest of the latency, before the answer. */
	delayMs: number;
}

declare module 'fastify' {
	interface FastifyRequest {
		/** Null for what isn't part of the service, as the control routes. */
		trace: Trace | null;
	}
}
