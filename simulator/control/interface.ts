import type { FileKind } from '../files/files.ts';
import type { UserRecord } from '../account/records.ts';
import type { ScoreInput } from '../account/transitions.ts';
import type { Status } from '../../specification/types.d.ts';

/** The options of the control methods. Times are milliseconds since 1970. */

type Person = Pick<UserRecord, 'givenName' | 'surname' | 'email' | 'uniqueIdentifier' | 'studentId'>;

export type NewUser = Partial<Person> & { groupIds?: string[] };

export interface NewUsers {
	count: number;
	/** Completed unless said otherwise. */
	status?: Status;
	/** Without it the account's assessments take turns. */
	assessmentId?: string;
	/** Completion times are spread evenly from the one to the other; the last day unless said otherwise. */
	completedFrom?: number;
	completedTo?: number;
	groupIds?: string[];
}

export interface UserPage {
	limit?: number;
	/** Compared without case. */
	search?: string;
	/** The user with the newest assignment first. */
	newestFirst?: boolean;
}

export interface NewAssignment {
	userId: string;
	assessmentId: string;
	assignedAt?: number;
	expiresAt?: number;
}

/** A step of one user assessment; `at` is now unless said otherwise. */
export interface Step {
	userAssessmentId: string;
	at?: number;
}

export interface Scoring extends Step, ScoreInput {
	/** Whether user-assessment-scored is sent to the webhook; true unless said otherwise. */
	sendEvent?: boolean;
}

export interface NewFile {
	bytes: number;
	/** `audio` unless said otherwise. */
	kind?: FileKind;
	contentType?: string;
	/** Value of Content-Disposition; null for none; absent: as the settings say. */
	contentDisposition?: string | null;
	/** Whether Content-Length is sent; true unless said otherwise. */
	declareLength?: boolean;
}

export interface CustomEvent {
	event: string;
	data?: unknown;
	/** The exact body instead of the JSON of `event` and `data`. */
	rawBody?: string;
	/** Headers to add, replace or (null) leave out. */
	headers?: Record<string, string | null>;
}
