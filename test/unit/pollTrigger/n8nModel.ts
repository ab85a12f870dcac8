import { scoresFilter, step } from '../../../nodes/EnterpriseAssessmentPollTrigger/cursor.ts';
import type {
	Cursor,
	PollOptions,
	Result,
	ScoresFilter,
} from '../../../nodes/EnterpriseAssessmentPollTrigger/cursor.ts';
import { readCursor, writeCursor } from '../../../nodes/EnterpriseAssessmentPollTrigger/storedCursor.ts';

/**
 * When n8n keeps what a poll stored:
 * - `inMemory`: in the process always, in the database only when items are emitted and after activation (1.x and 2.x);
 * - `database`: in the database only when items are emitted and after activation, and each poll reads it there (the scheduler of 2.x);
 * - `durable`: in the database after each poll but a quiet first one (durable cursors of 2.x);
 * - `always`: after each poll.
 */
export type Engine = 'inMemory' | 'database' | 'durable' | 'always';

/** One active workflow: state goes in and out as the JSON that n8n stores. */
export class WorkflowModel {
	private memory: string | undefined;
	private disk: string | undefined;
	private polls = 0;
	private readonly engine: Engine;
	private readonly options: PollOptions;

	constructor(engine: Engine, options: PollOptions) {
		this.engine = engine;
		this.options = options;
	}

	get storedLength(): number {
		return this.memory?.length ?? 0;
	}

	cursor(): Cursor | undefined {
		const read = readCursor(this.memory === undefined ? undefined : JSON.parse(this.memory));
		if ('problem' in read) throw new Error(read.problem);
		return read.cursor;
	}

	/**
	 * @param now by n8n's clock, when the poll begins
	 * @param ask the request; a throw in it fails the poll before anything is known
	 * @param finish a throw in it fails the poll after all its work, before n8n has taken the items
	 */
	poll(now: number, ask: (filter: ScoresFilter) => Result[], finish: () => void = () => {}): Result[] {
		const cursor = this.cursor();
		const results = ask(scoresFilter(cursor, now, this.options));
		const stepped = step(cursor, results, now, this.options);
		finish();
		this.polls += 1;
		this.keep(JSON.stringify(writeCursor(stepped.cursor)), stepped.emitted.length > 0, this.polls === 1);
		return stepped.emitted;
	}

	/** What is only in the process is gone. */
	restart(): void {
		this.memory = this.disk;
	}

	private keep(stored: string, emitted: boolean, isActivation: boolean): void {
		this.memory = stored;
		const quietSaves = { inMemory: isActivation, database: isActivation, durable: !isActivation, always: true };
		if (emitted || quietSaves[this.engine]) this.disk = stored;
		if (this.engine !== 'inMemory') this.memory = this.disk;
	}
}
