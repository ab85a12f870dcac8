import { systemClock, wallNow } from '../../../api/pacing/clock';
import type { Account } from '../../../api/request/account';
import type { ListFold } from '../../../api/request/listReader';
import { isDeprecatedVersion } from '../../../api/specification/address';
import { assessmentNameKey, idKey } from '../../../api/specification/ids';
import { parseIsoTimestamp } from '../../../api/specification/isoTimestamp';
import { assessments, assignments } from '../../../api/specification/responses';
import type { Assignment } from '../../../api/specification/types';
import { callForItem, readListForItem } from '../../answers';
import type { OperationRun } from '../../operation';
import type { Names } from './names';
import { areComparable, haveNameInCommon, namesOf } from './names';
import { SharedReading } from './sharedReading';

/** Statuses in which an assignment is still to be done: specification, States and transitions. */
export const OPEN_STATUSES = ['NotStarted', 'InProgress'];

/** What was made shows up in all readings after this time at the latest. */
const LATENESS_MS = 60_000;

/** What has no clear answer and has not shown up after this time was not carried out, as far as we are concerned. */
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
	/** As the readings have it: they carry no assessmentId. */
	assessmentName: string;
	/** ms since the epoch. */
	expiresAt?: number;
}

/** One invitation: while it goes on and for a while after, until the readings show what came of it. */
export interface Attempt {
	names: Names;
	/** Whether somebody was invited by address alone and somebody by identifier alone: it may be one person. */
	readonly isUnclear: boolean;
	/** Whether nobody knows if the service has carried it out. */
	isInDoubt: boolean;
	forgetAt: number;
}

/** The open assignments of an account, as read and as made by this process since; and its invitations of late. */
export class OpenAssignments {
	/** By the key of userAssessmentId. */
	#open = new Map<string, OpenAssignment & { knownSince: number }>();
	#assessmentNames = new Map<string, string>();
	#attempts: Attempt[] = [];
	readonly #assignments = new SharedReading();
	readonly #assessments = new SharedReading();
	#wholeSince = Number.NEGATIVE_INFINITY;
	/** When the newest one was assigned, by the service's clock. */
	#newest: number | undefined;

	/** The name of the assessment; undefined when the account has none with this ID. */
	async nameOf(run: OperationRun, assessmentId: string): Promise<string | undefined> {
		const freshMs = this.#assessmentNames.has(idKey(assessmentId)) ? FRESH_NAMES_MS : FRESH_MS;
		await this.#assessments.notBefore(systemClock.now() - freshMs, run.context, async () => {
			const all = await callForItem(run, { endpoint: 'listAssessments' }, assessments);
			const names = new Map(all.map(({ assessmentId: id, name }) => [idKey(id), name]));
			if ([...this.#assessmentNames].some(([id, name]) => names.has(id) && names.get(id) !== name)) {
				this.#wholeSince = Number.NEGATIVE_INFINITY;
				await this.bringUpToDate(run, systemClock.now());
			}
			this.#assessmentNames = names;
		});
		return this.#assessmentNames.get(idKey(assessmentId));
	}

	/** Reads what is new, unless that was done at that time or later. */
	async bringUpToDate(run: OperationRun, atLeast = systemClock.now() - FRESH_MS): Promise<void> {
		await this.#assignments.notBefore(atLeast, run.context, async () => await this.#readAssignments(run));
	}

	/** Whatever is held by those whom one of the names means. */
	of(person: Names): OpenAssignment[] {
		const now = wallNow();
		return [...this.#open.values()].filter(
			({ names, expiresAt }) => haveNameInCommon(names, person) && (expiresAt === undefined || expiresAt > now),
		);
	}

	isOf({ assessmentName }: OpenAssignment, assessmentId: string): boolean {
		const name = this.#assessmentNames.get(idKey(assessmentId));
		return name !== undefined && assessmentNameKey(name) === assessmentNameKey(assessmentName);
	}

	/** Whether it has been known for so short a time that a reading may lack it. */
	isNew({ userAssessmentId }: OpenAssignment, now = systemClock.now()): boolean {
		const known = this.#open.get(idKey(userAssessmentId));
		return known !== undefined && now < known.knownSince + LATENESS_MS;
	}

	add({ userId, userAssessmentId, names, assessmentName, expiresAt }: OpenAssignment): void {
		const { knownSince = systemClock.now() } = this.#open.get(idKey(userAssessmentId)) ?? {};
		const known = { userId, userAssessmentId, names, assessmentName, expiresAt, knownSince };
		this.#open.set(idKey(userAssessmentId), known);
	}

	/** For one that turned out to be open no more. */
	remove({ userAssessmentId }: OpenAssignment): void {
		this.#open.delete(idKey(userAssessmentId));
	}

	begin(names: Names): Attempt {
		const now = systemClock.now();
		this.#attempts = this.#attempts.filter(({ forgetAt }) => forgetAt > now);
		const isUnclear = this.#attempts.some((other) => !areComparable(other.names, names));
		const attempt = { names, isUnclear, isInDoubt: false, forgetAt: Number.POSITIVE_INFINITY };
		this.#attempts.push(attempt);
		return attempt;
	}

	end(attempt: Attempt): void {
		attempt.forgetAt = systemClock.now() + (attempt.isInDoubt ? DOUBT_MS : LATENESS_MS);
	}

	isInDoubt(names: Names): boolean {
		const now = systemClock.now();
		return this.#attempts.some(
			(attempt) => attempt.isInDoubt && attempt.forgetAt > now && haveNameInCommon(attempt.names, names),
		);
	}

	async #readAssignments(run: OperationRun): Promise<void> {
		const began = systemClock.now();
		const isWhole = this.#newest === undefined || began - this.#wholeSince > LIFETIME_MS;
		// The service's clock may be behind ours, or ahead of it.
		const newest = Math.min(this.#newest ?? began, this.#assignments.began);
		const since = isWhole ? BEGINNING : newest - LATENESS_MS;
		const body = { assignedOnOrAfter: new Date(since).toISOString(), statuses: OPEN_STATUSES };
		const read = isDeprecatedVersion(run.account.apiVersion)
			? []
			: await readListForItem(run, { endpoint: 'listAssignments', body }, assignments, slimAssignments);
		if (isWhole) {
			this.#open = new Map([...this.#open].filter(([, known]) => this.isNew(known, began)));
			this.#wholeSince = began;
		}
		for (const assignment of read) {
			const { assignedAt } = assignment;
			this.add(assignment);
			if (assignedAt !== undefined) this.#newest = Math.max(this.#newest ?? assignedAt, assignedAt);
		}
	}
}

type Read = OpenAssignment & { assignedAt?: number };

/** Keeps of each assignment only what is looked at: an account may have very many. */
function slimAssignments(): ListFold<Assignment, Read[]> {
	const read: Read[] = [];
	return {
		take: ({ userId, userAssessmentId, assessmentName, assignedAt, expiresAt, ...user }) => {
			const times = {
				assignedAt: parseIsoTimestamp(assignedAt ?? ''),
				expiresAt: parseIsoTimestamp(expiresAt ?? ''),
			};
			const names = namesOf(user);
			read.push({ userId, userAssessmentId, names, assessmentName: assessmentName ?? '', ...times });
		},
		result: () => read,
	};
}

/** Lives as long as the process: all executions share them. */
const accounts = new Map<string, OpenAssignments>();

export function openAssignmentsOf({ id, apiVersion }: Account): OpenAssignments {
	const key = `${id} ${apiVersion}`;
	const known = accounts.get(key) ?? new OpenAssignments();
	accounts.set(key, known);
	return known;
}
