import type { UserAssessmentRecord } from '../account/records.ts';
import { hasExpired } from '../account/transitions.ts';
import type { ListScoresRequest, Status } from '../../specification/types.d.ts';
import { type Range, assignmentMatches, filterScores } from '../resources/filters.ts';
import { assignmentsOf, inOrder, reportsIn, usersIn } from '../resources/lists.ts';
import { assignment, user as represented } from '../resources/represent.ts';
import { badRequest, forbidden } from '../serviceError.ts';
import type { Service } from '../service.ts';
import type { Settings } from '../settings.ts';
import { type Instant, formatInstant, parseInstant } from '../timestamps.ts';
import type { Handler } from './endpoint.ts';
import { findUser } from './users.ts';

const range = (from: string | undefined, to: string | undefined): Range => ({
	from: from === undefined ? null : parseInstant(from),
	to: to === undefined ? null : parseInstant(to),
});

/** The list may leave out assignments that have expired. The specification doesn't say. */
const isLeftOut = (record: UserAssessmentRecord, { settings, clock }: Service): boolean =>
	settings.expiredAssignments === 'leftOut' && hasExpired(record, clock.now(), settings);

export const listAssignments: Handler<'listAssignments'> = ({ service, body }) => {
	const assigned = range(body.assignedOnOrAfter, body.assignedOnOrBefore);
	const assignments = usersIn('assignments', service.account.users.values(), service).flatMap((user) =>
		assignmentsOf(user, service)
			.filter((record) => assignmentMatches(record, assigned, body.statuses ?? []) && !isLeftOut(record, service))
			.map((record) => assignment(record, service.settings)),
	);
	return { status: 200, json: { assignments: inOrder(assignments, service) } };
};

export const getScore: Handler<'getScore'> = ({ service, version, body }) => {
	const { settings } = service;
	const named = findUser(service, body);
	const [user] = usersIn('score', named === undefined ? [] : [named], service);
	if (!user) return { status: 204 };
	return { status: 200, json: represented(user, { version, settings }, reportsIn('score', user, service)) };
};

const echo = (instant: Instant | null, utcOffsetMinutes: number): string | null =>
	instant === null ? null : formatInstant(instant, utcOffsetMinutes);

/** The reports that completed* filters include in addition to scored ones. */
function beyondScored(settings: Settings): Status[] {
	if (settings.completedFilterIncludesUnscored) return ['ScorePending', 'NeedsReview'];
	return settings.completedFilterIncludesNeedsReview ? ['NeedsReview'] : [];
}

/** The completed* filters that apply. The deprecated version may not support them. */
function completedRange(body: ListScoresRequest, deprecated: boolean, { deprecatedCompletedFilters }: Settings): Range {
	const asked = range(body.completedOnOrAfter, body.completedOnOrBefore);
	if (!deprecated || deprecatedCompletedFilters === 'applied') return asked;
	if (deprecatedCompletedFilters === 'rejected' && (asked.from !== null || asked.to !== null)) {
		throw badRequest('completedOnOrAfter', 'Unknown field.');
	}
	return range(undefined, undefined);
}

export const listScores: Handler<'listScores'> = ({ service, version, body }) => {
	const { account, settings } = service;
	const { utcOffsetMinutes } = settings;
	const groupIds = body.groupIds?.map((groupId) => groupId.toLowerCase()) ?? null;
	if (groupIds?.some((groupId) => !account.groups.has(groupId))) throw forbidden('groupIds');
	const includeIncompleteAssessments = body.includeIncompleteAssessments ?? false;
	const started = range(body.startedOnOrAfter, body.startedOnOrBefore);
	const completed = completedRange(body, version.deprecated, settings);
	const users = usersIn('scores', account.users.values(), service);
	const matching = filterScores(users, (user) => reportsIn('scores', user, service), {
		groupIds,
		started,
		completed,
		includeIncompleteAssessments,
		completedFilterIncludes: beyondScored(settings),
	});
	return {
		status: 200,
		json: {
			appliedFilters: {
				includeIncompleteAssessments,
				groupIds,
				startedOnOrAfter: echo(started.from, utcOffsetMinutes),
				startedOnOrBefore: echo(started.to, utcOffsetMinutes),
				completedOnOrAfter: echo(completed.from, utcOffsetMinutes),
				completedOnOrBefore: echo(completed.to, utcOffsetMinutes),
			},
			userScores: inOrder(matching, service).map(({ user, reports }) =>
				represented(user, { version, settings }, reports),
			),
		},
	};
};
