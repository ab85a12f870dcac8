import type { ScoreReport, User } from '../api/specification/types';
import type { Scope } from './scope';

export const DAY_MS = 86_400_000;

/** How far n8n's clock and the service's may be apart. */
export const CLOCK_SKEW_MS = 10 * 60_000;

/** One score report and whose it is. */
export interface Result {
	user: User;
	report: ScoreReport;
}

/** What is remembered of a scored report. */
export interface ScoredReport {
	/** When the user finished: days since the epoch, UTC. */
	day: number;
	/** Of the result as it was last seen: another one means that the score changed. */
	fingerprint: string;
}

/** What a poll leaves for the next. Instants are milliseconds since the epoch. */
export interface Cursor {
	/** When the last successful poll began, by n8n's clock. */
	polledAt: number;
	/** Where the window begins. It never moves back: what was completed before is no longer remembered. */
	from: number;
	/** Polls since the last one that looked for every report in `pending`, also for those from before the window. */
	pollsInWindow: number;
	/** What the last poll looked at, as `scopeText`. */
	scope: string;
	/** The scored reports of the window, by `reportKey`: none of them is new. */
	scored: ReadonlyMap<string, ScoredReport>;
	/** The reports that were seen waiting for their score, by `reportKey`, and when they were completed. */
	pending: ReadonlyMap<string, number>;
}

export interface PollOptions extends Scope {
	/** How many days after its completion a score may appear and still be noticed. */
	lookbackDays: number;
	/** Whether a score that changes is given again. */
	emitRescored: boolean;
	/** Whether the filters that the service does not know let a report through. */
	wants(report: ScoreReport): boolean;
}
