import { systemClock } from '../../../api/pacing/clock';
import type { Account } from '../../../api/request/account';
import type { ListFold } from '../../../api/request/listReader';
import { runOf } from '../../../api/request/run';
import { isDeprecatedVersion } from '../../../api/specification/address';
import { assessments, assignments } from '../../../api/specification/responses';
import type { Assignment } from '../../../api/specification/types';
import { callForItem, readListForItem } from '../../answers';
import type { OperationRun } from '../../operation';
import { identify } from './identify';
import { AssessmentNames } from './ledger/assessmentNames';
import type { Person } from './ledger/ledger';
import { Ledger, OPEN_STATUSES } from './ledger/ledger';
import { SharedReading } from './sharedReading';

/** Before any assignment: /assignments demands a start. */
const BEGINNING = Date.UTC(2000, 0, 1);

/** What others assign is seen after so long. */
const WORKING_AGE_MS = 5_000;

/** What others assigned before a run of the node is seen, unless it was done so shortly before. */
const STARTING_AGE_MS = 3_000;

/** Each reading goes back so much further than the last one: an assignment may show up late. */
const OVERLAP_MS = 60_000;

/** After so long everything is read again, to forget what is finished; and who is idle so long is forgotten. */
const LIFETIME_MS = 60 * 60_000;

/** An account's ledger and what keeps it up to date. */
export class AccountLedger {
	readonly ledger = new Ledger();
	/** ms since the epoch. */
	usedAt = Number.NEGATIVE_INFINITY;
	readonly #assignments = new SharedReading(systemClock);
	readonly #assessments = new SharedReading(systemClock);
	#wholeSince = Number.NEGATIVE_INFINITY;

	isIdle(): boolean {
		const now = systemClock.now();
		return now - this.usedAt > LIFETIME_MS && this.ledger.isSettled(now);
	}

	/** Reads what is new, unless that was done a moment ago. */
	async bringUpToDate(run: OperationRun): Promise<void> {
		const { startedAt } = runOf(run.context);
		await this.#readNotBefore(run, Math.max(systemClock.now() - WORKING_AGE_MS, startedAt - STARTING_AGE_MS));
	}

	/** Reads what is new, unless that was done since the node's run began. */
	async readSinceStart(run: OperationRun): Promise<void> {
		await this.#readNotBefore(run, runOf(run.context).startedAt);
	}

	/** For assigning without looking: what nobody reads would only pile up, and who looks after so long reads everything. */
	forgetUnread(): void {
		const now = systemClock.now();
		if (now - this.#assignments.lastBegan > LIFETIME_MS) this.ledger.take([], now, { isWhole: true });
	}

	/** Reads what there is of a person at this moment. */
	async lookFor(run: OperationRun, person: Person): Promise<void> {
		if (isDeprecatedVersion(run.account.apiVersion)) await identify(run, this.ledger, person);
		else await this.#readNotBefore(run, systemClock.now());
	}

	/** Reads the names of the account's assessments, unless that was done a moment ago. */
	async readAssessments(run: OperationRun): Promise<void> {
		await this.#assessments.notBefore(systemClock.now() - WORKING_AGE_MS, runOf(run.context), async () => {
			const names = new AssessmentNames(await callForItem(run, { endpoint: 'listAssessments' }, assessments));
			// What was read under former names would be that of no assessment, or of another one.
			if (names.isRenamedSince(this.ledger.assessments)) {
				await this.#assignments.anew(runOf(run.context), async () => await this.#readAssignments(run, names));
			}
			this.ledger.assessments = names;
		});
	}

	async #readNotBefore(run: OperationRun, atLeast: number): Promise<void> {
		await this.#assignments.notBefore(atLeast, runOf(run.context), async () => await this.#readAssignments(run));
	}

	/** @param renamed the present names, where others were known: everything is read again, and both are taken in at once */
	async #readAssignments(run: OperationRun, renamed?: AssessmentNames): Promise<void> {
		const began = systemClock.now();
		const isOld = began - this.#wholeSince > LIFETIME_MS;
		if (isDeprecatedVersion(run.account.apiVersion)) {
			// There is nothing to read: each person is asked for.
			if (isOld) this.#take([], began, true);
			return;
		}
		const { newestAssignedAt } = this.ledger;
		const isWhole = isOld || newestAssignedAt === undefined || renamed !== undefined;
		// The service's clock may be behind ours, or ahead of it.
		const since = isWhole ? BEGINNING : Math.min(this.#assignments.lastBegan, newestAssignedAt) - OVERLAP_MS;
		const body = { assignedOnOrAfter: new Date(since).toISOString(), statuses: OPEN_STATUSES };
		const read = await readListForItem(run, { endpoint: 'listAssignments', body }, assignments, slimAssignments);
		if (renamed !== undefined) this.ledger.assessments = renamed;
		this.#take(read, began, isWhole);
	}

	#take(read: Assignment[], began: number, isWhole: boolean): void {
		if (isWhole) this.#wholeSince = began;
		this.ledger.take(read, systemClock.now(), { isWhole });
	}
}

/** Keeps of each assignment only what the ledger looks at: an account may have very many. */
function slimAssignments(): ListFold<Assignment, Assignment[]> {
	const read: Assignment[] = [];
	return {
		take: (assignment) => {
			const { userId, uniqueIdentifier, email, assessmentName, userAssessmentId } = assignment;
			const { assignedAt, expiresAt } = assignment;
			read.push({ userId, uniqueIdentifier, email, assessmentName, userAssessmentId, assignedAt, expiresAt });
		},
		result: () => read,
	};
}

/** Lives as long as the process: all executions share them. Least recently used first. */
const accounts = new Map<string, AccountLedger>();

export function accountLedger({ id, apiVersion }: Account): AccountLedger {
	const key = `${id} ${apiVersion}`;
	const account = accounts.get(key) ?? new AccountLedger();
	accounts.delete(key);
	for (const [other, candidate] of accounts) {
		if (!candidate.isIdle()) break;
		accounts.delete(other);
	}
	account.usedAt = systemClock.now();
	accounts.set(key, account);
	return account;
}
