import type { FileKind } from '../files/files.ts';
import type { UserRecord } from '../account/records.ts';
import type { ScoreInput } from '../account/transitions.ts';
import type { Status } from '../../specification/types.d.ts';

/** The options of the control methods. Times are milliseconds since 1970. */

type Person = Pick<UserRecord, 'givenName' | 'surname' | 'email' | 'uniqueIdentifier' | 'studentId'>;

export type NewUser = Partial<Person> & { groupIds?: string[] };

export interface NewUsers {
	count: number;
	/** Default: Completed. */
	status?: Status;
	/** Default: the account's assessments in turn. */
	assessmentId?: string;
	/** Completion times are spread evenly between the two. Default: the last day. */
	completedFrom?: number;
	completedTo?: number;
	groupIds?: string[];
}

export interface UserPage {
	limit?: number;
	/** Case-insensitive. */
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

/** A step of one user assessment. `at` defaults to now. */
export interface Step {
	userAssessmentId: string;
	at?: number;
}

export interface Scoring extends Step, ScoreInput {
	/** Whether user-assessment-scored is sent to the webhook. Default: true. */
	sendEvent?: boolean;
}

export interface NewFile {
	bytes: number;
	/** Default: `audio`. */
	kind?: FileKind;
	contentType?: string;
	/** Value of Content-Disposition, or null for no header. Default: as the settings say. */
	contentDisposition?: string | null;
	/** Whether Content-Length is sent. Default: true. */
	declareLength?: boolean;
}

export interface CustomEvent {
	event: string;
	data?: unknown;
	/** The exact body, which replaces the JSON of `event` and `data`. */
	rawBody?: string;
	/** Headers to add or replace, or to remove if null. */
	headers?: Record<string, string | null>;
}
