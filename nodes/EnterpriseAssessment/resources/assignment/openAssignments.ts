import { systemClock, wallNow } from '../../../api/pacing/clock';
import type { Account } from '../../../api/request/caller';
import { listBody } from '../../../api/request/listReader';
import { callEndpoint, readAnswer } from '../../../api/request/request';
import { isDeprecatedVersion } from '../../../api/specification/address';
import { assessmentNameKey } from '../../../api/specification/ids';
import { parseIsoTimestamp } from '../../../api/specification/isoTimestamp';
import { assessments, assignments } from '../../../api/specification/responses';
import type { Assessment, Assignment } from '../../../api/specification/types';
import type { OperationRun } from '../../operation';
import type { Names } from './names';
import { areComparable, haveNameInCommon, namesOf } from './names';

/** Statuses in which an assignment is still to be done: specification, States and transitions. */
export const OPEN_STATUSES = ['NotStarted', 'InProgress'];

/** After this time at the latest, all readings show what was made. */
const LATENESS_MS = 60_000;

/** For so long this process sends nothing more to a person for whom the service may have carried a request out. */
const DOUBT_MS = 120_000;

/** A reading this old will do. */
const FRESH_MS = 5_000;
const FRESH_NAMES_MS = 60_000;

/** After so long everything is read again, to forget what is finished. */
const LIFETIME_MS = 60 * 60_000;

/** Before any assignment: /assignments demands a start. */
const BEGINNING = Date.UTC(2000, 0, 1);

/** An assignment that was not started or in progress when it was last heard of. */
export interface OpenAssignment {
	userId: string;
	userAssessmentId: string;
	names: Names;
	/** False for what this process has just made: the person may have more names than the item gave. */
	areNamesRead: boolean;
	assessmentName: string;
	/** Only of what this process has made: the service tells no more than the name. */
	assessmentId?: string;
	/** ms since the epoch. */
	expiresAt?: number;
}

/** An invitation that is under way, or that may have been carried out. */
export interface Attempt {
	names: Names;
	/** Whether the service was asked for the names that the item leaves out. */
	areNamesRead: boolean;
	/** Whether nobody knows if the service has carried it out. */
	isInDoubt: boolean;
	forgetAt: number;
}

/** Something that is read for everybody who needs it, one reading at a time. */
class SharedReading {
	/** When the last one that succeeded was begun; ms since the epoch. */
	began = Number.NEGATIVE_INFINITY;
	#underway: { reader: object; done: Promise<void> } | undefined;

	/**
	 * Resolves when a reading that was begun at that time or later has succeeded.
	 *
	 * @param reader who reads, e.g. one execution: its items share a failure, others read themselves
	 */
	async notBefore(atLeast: number, reader: object, read: () => Promise<void>): Promise<void> {
		while (this.began < atLeast) {
			this.#underway ??= { reader, done: this.#read(read) };
			const { done } = this.#underway;
			await (this.#underway.reader === reader ? done : done.catch(() => undefined));
		}
	}

	async #read(read: () => Promise<void>): Promise<void> {
		const began = systemClock.now();
		try {
			await read();
			this.began = began;
		} finally {
			this.#underway = undefined;
		}
	}
}

/** The open assignments of an account, as read and as made by this process since. */
export class OpenAssignments {
	/** By userAssessmentId. */
	#open = new Map<string, OpenAssignment & { knownSince: number }>();
	#assessments: readonly Assessment[] = [];
	#attempts: Attempt[] = [];
	readonly #readingOfAssignments = new SharedReading();
	readonly #readingOfAssessments = new SharedReading();
	#wholeSince = Number.NEGATIVE_INFINITY;
	/** When the newest one was assigned, by the service's clock. */
	#newest: number | undefined;

	/** The assessments of the account, read again every minute, and sooner where the wanted one is not among them. */
	async assessments(run: OperationRun, isWanted: (assessment: Assessment) => boolean): Promise<readonly Assessment[]> {
		const freshMs = this.#assessments.some(isWanted) ? FRESH_NAMES_MS : FRESH_MS;
		await this.#readingOfAssessments.notBefore(systemClock.now() - freshMs, run.context, async () => {
			const all = await callEndpoint(run, { endpoint: 'listAssessments' }, assessments);
			const isRenamed = (former: Assessment) => (nameIn(all, former.assessmentId) ?? former.name) !== former.name;
			if (this.#assessments.some(isRenamed)) {
				// Assignments carry the names of assessments alone.
				this.#wholeSince = Number.NEGATIVE_INFINITY;
				await this.bringUpToDate(run, { isUrgent: true });
			}
			this.#assessments = all;
		});
		return this.#assessments;
	}

	/** Reads what is new, unless that was done just now and nothing is urgent. */
	async bringUpToDate(run: OperationRun, { isUrgent }: { isUrgent: boolean }): Promise<void> {
		if (isDeprecatedVersion(run.account.apiVersion)) return;
		const atLeast = systemClock.now() - (isUrgent ? 0 : FRESH_MS);
		await this.#readingOfAssignments.notBefore(atLeast, run.context, async () => await this.#readAssignments(run));
	}

	/** What is held by everybody who goes by one of the names. */
	heldBy(person: Names): OpenAssignment[] {
		const now = wallNow();
		return [...this.#open.values()].filter(
			({ names, expiresAt }) => haveNameInCommon(names, person) && (expiresAt === undefined || expiresAt > now),
		);
	}

	isOf(assignment: OpenAssignment, assessmentId: string): boolean {
		if (assignment.assessmentId !== undefined) return assignment.assessmentId === assessmentId;
		const name = nameIn(this.#assessments, assessmentId);
		return name !== undefined && assessmentNameKey(name) === assessmentNameKey(assignment.assessmentName);
	}

	/** Whether it has been known for so short a time that a reading may lack it. */
	isNew({ userAssessmentId }: OpenAssignment): boolean {
		const known = this.#open.get(userAssessmentId);
		return known !== undefined && systemClock.now() < known.knownSince + LATENESS_MS;
	}

	add(assignment: OpenAssignment): void {
		const known = this.#open.get(assignment.userAssessmentId);
		this.#open.set(assignment.userAssessmentId, { knownSince: systemClock.now(), ...known, ...assignment });
	}

	/** For one that turned out to be open no more. */
	remove({ userAssessmentId }: OpenAssignment): void {
		this.#open.delete(userAssessmentId);
	}

	begin(names: Names): Attempt {
		const attempt = { names, areNamesRead: false, isInDoubt: false, forgetAt: Number.POSITIVE_INFINITY };
		this.#attempts.push(attempt);
		return attempt;
	}

	end(attempt: Attempt): void {
		const now = systemClock.now();
		attempt.forgetAt = attempt.isInDoubt ? now + DOUBT_MS : now;
		this.#attempts = this.#attempts.filter(({ forgetAt }) => forgetAt > now);
	}

	isInDoubt(names: Names): boolean {
		const now = systemClock.now();
		return this.#attempts.some(
			(attempt) => attempt.isInDoubt && attempt.forgetAt > now && haveNameInCommon(attempt.names, names),
		);
	}

	/** Whether another item may mean this person: it gave an address where this one gives an identifier, or the reverse. */
	mayBeMeantByAnother(attempt: Attempt): boolean {
		const isUnclear = (other: Attempt | OpenAssignment) =>
			!other.areNamesRead && !areComparable(other.names, attempt.names);
		return (
			this.#attempts.some(isUnclear) || [...this.#open.values()].some((made) => isUnclear(made) && this.isNew(made))
		);
	}

	async #readAssignments(run: OperationRun): Promise<void> {
		const began = systemClock.now();
		const newest = this.#newest;
		const isWhole = newest === undefined || began - this.#wholeSince > LIFETIME_MS;
		// The service's clock may be behind ours, or ahead of it.
		const since = isWhole ? BEGINNING : Math.min(newest, this.#readingOfAssignments.began) - LATENESS_MS;
		const body = { assignedOnOrAfter: new Date(since).toISOString(), statuses: OPEN_STATUSES };
		const reader = listBody(assignments, () => {
			// Only what is looked at: an account may have very many.
			const slim: Array<OpenAssignment & { assignedAt?: number }> = [];
			const take = ({ userId, userAssessmentId, assessmentName, assignedAt, expiresAt, ...person }: Assignment) =>
				slim.push({
					userId,
					userAssessmentId,
					names: namesOf(person),
					areNamesRead: true,
					assessmentName: assessmentName ?? '',
					assignedAt: parseIsoTimestamp(assignedAt),
					expiresAt: parseIsoTimestamp(expiresAt),
				});
			return { take, result: () => slim };
		});
		const read = await readAnswer(run, { endpoint: 'listAssignments', body }, reader);
		if (isWhole) {
			this.#open = new Map([...this.#open].filter(([, known]) => this.isNew(known)));
			this.#wholeSince = began;
		}
		for (const { assignedAt, ...assignment } of read) {
			this.add(assignment);
			if (assignedAt !== undefined) this.#newest = Math.max(this.#newest ?? assignedAt, assignedAt);
		}
	}
}

function nameIn(all: readonly Assessment[], assessmentId: string): string | undefined {
	return all.find((assessment) => assessment.assessmentId === assessmentId)?.name;
}

/** Lives as long as the process: all executions share them. */
const accounts = new Map<string, OpenAssignments>();

export function openAssignmentsOf({ id, apiVersion }: Account): OpenAssignments {
	const key = `${id} ${apiVersion}`;
	const known = accounts.get(key) ?? new OpenAssignments();
	accounts.set(key, known);
	return known;
}
