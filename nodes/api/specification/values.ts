// What requests and responses contain: resources, and the formats of IDs and times.

import type * as Specified from '../../../specification/types';
import { plainText } from './plainText';

/** A string can have values that the specification doesn't list yet, and the entries of a list can lack fields. */
type Loose<Value> = Value extends string
	? string
	: Value extends Array<infer Entry extends object>
		? Array<Read<Entry, never>>
		: Value;

/** A resource as the service sends it. Only the `Sure` fields are always there, because a deprecated version leaves out others. */
type Read<Resource, Sure extends keyof Resource> = Pick<Resource, Sure> & {
	[Field in Exclude<keyof Resource, Sure>]?: Loose<Resource[Field]> | null;
};

export const ASSESSMENT_TYPES: readonly Specified.AssessmentType[] = ['TenPoint', 'ThousandPoint'];

/** What each status means for an assessment (specification: Statuses). Someone can take an open one. */
const STAGES: Readonly<Record<Specified.Status, 'open' | 'waiting' | 'scored'>> = {
	NotStarted: 'open',
	InProgress: 'open',
	ScorePending: 'waiting',
	Completed: 'scored',
	NeedsReview: 'waiting',
};

export const SCORE_STATUSES = Object.keys(STAGES);

/** Undefined for a status that the specification doesn't list. */
export function stageOf(status: string | null | undefined) {
	return Object.entries(STAGES).find(([known]) => known === status)?.[1];
}

/** The statuses that POST /assignments accepts as a filter. */
export const ASSIGNMENT_STATUSES: readonly Specified.AssignmentStatus[] = ['NotStarted', 'InProgress', 'Completed'];

export type { Assessment, AssignRequest, Group, WebhookRegistration } from '../../../specification/types';

/** The kinds of events that the service sends (specification: Events). */
export type EventName = keyof Specified.webhooks;

export type ScoreReport = Read<Specified.ScoreReport, 'userAssessmentId'>;
export type User = Read<Omit<Specified.User, 'scoreReports'>, 'userId'> & { scoreReports: ScoreReport[] };
export type Assignment = Read<Specified.Assignment, 'userId' | 'userAssessmentId'>;
export type AssignResponse = Read<
	Specified.AssignResponse,
	'userId' | 'userAssessmentId' | 'signInUrl' | 'signInUrlExpiresAt'
>;

export const DAY_MS = 24 * 60 * 60_000;

/** Writes an ID so that it can be compared. IDs are UUIDs, for which case doesn't matter (specification: Identifiers). */
export function idKey(id: string): string {
	return id.trim().toLowerCase();
}

/** A UUID, as the source of a regular expression. */
export const UUID = '[\\da-fA-F]{8}(?:-[\\da-fA-F]{4}){3}-[\\da-fA-F]{12}';

export function isId(text: string): boolean {
	return new RegExp(`^${UUID}$`).test(text);
}

const ISO_TIMESTAMP =
	/^(?<date>\d{4}-\d{2}-\d{2})[T ](?<time>\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)\s?(?:Z|(?<hours>[+-]\d{2})(?::?(?<minutes>\d{2}))?)?$/i;

/** ISO 8601's basic format, without separators, e.g. `20261121T041405Z`. */
const BASIC_FORMAT = /(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})/i;

/** Reads an ISO 8601 timestamp (specification: Timestamps) as ms since the epoch. Without an offset, it's UTC, not this machine's time. */
export function parseIsoTimestamp(text: string | null | undefined): number | undefined {
	const parts = ISO_TIMESTAMP.exec(text?.trim().replace(BASIC_FORMAT, '$1-$2-$3T$4:$5:$6') ?? '')?.groups;
	if (parts === undefined) return undefined;
	const { date, time = '', hours, minutes = '00' } = parts;
	const offset = hours === undefined ? 'Z' : `${hours}:${minutes}`;
	const instant = Date.parse(`${date}T${time.replace(',', '.')}${offset}`);
	return Number.isNaN(instant) ? undefined : instant;
}

/** Writes a time for a message, e.g. `2026-11-21 04:14:05 UTC`. Text that isn't a timestamp is only cleaned. */
export function readableTime(time: number | string): string {
	const instant = typeof time === 'number' ? time : parseIsoTimestamp(time);
	return instant === undefined
		? plainText(String(time))
		: `${new Date(instant).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
