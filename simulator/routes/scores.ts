import { type Range, assignmentMatches, filterScores } from '../resources/filters.ts';
import { assignmentsOf, inOrder, reportsIn, usersIn } from '../resources/lists.ts';
import { assignment, user as represented } from '../resources/represent.ts';
import type { AssignmentStatus, Status } from '../shapes.ts';
import { badRequest, forbidden } from '../serviceError.ts';
import type { Settings } from '../settings.ts';
import { type Instant, formatInstant, parseInstant } from '../timestamps.ts';
import type { Endpoint } from './endpoint.ts';
import { ASSIGNMENTS, SCORE, SCORES } from './schemas.ts';
import { type UserIdentity, findUser } from './users.ts';

const range = (from: string | undefined, to: string | undefined): Range => ({
	from: from === undefined ? null : parseInstant(from),
	to: to === undefined ? null : parseInstant(to),
});

interface AssignmentsBody {
	assignedOnOrAfter: string;
	assignedOnOrBefore?: string;
	statuses?: AssignmentStatus[];
}

export const listAssignments: Endpoint<AssignmentsBody> = {
	method: 'POST',
	path: '/assignments',
	schema: ASSIGNMENTS,
	problemDetails: true,
	currentOnly: true,
	handle: ({ service, body }) => {
		const assigned = range(body.assignedOnOrAfter, body.assignedOnOrBefore);
		const assignments = usersIn('assignments', service.account.users.values(), service).flatMap((user) =>
			assignmentsOf(user, service)
				.filter((record) => assignmentMatches(record, assigned, body.statuses ?? []))
				.map((record) => assignment(record, service.settings)),
		);
		return { status: 200, json: { assignments: inOrder(assignments, service) } };
	},
};

export const getScore: Endpoint<UserIdentity> = {
	method: 'POST',
	path: '/score',
	schema: SCORE,
	handle: ({ service, version, body }) => {
		const { settings } = service;
		const named = findUser(service, body);
		const [user] = usersIn('score', named === undefined ? [] : [named], service);
		if (!user) return { status: 204 };
		return { status: 200, json: represented(user, { version, settings }, reportsIn('score', user, service)) };
	},
};

interface ScoresBody {
	groupIds?: string[];
	startedOnOrAfter?: string;
	startedOnOrBefore?: string;
	completedOnOrAfter?: string;
	completedOnOrBefore?: string;
	includeIncompleteAssessments?: boolean;
}

const echo = (instant: Instant | null, utcOffsetMinutes: number): string | null =>
	instant === null ? null : formatInstant(instant, utcOffsetMinutes);

/** What completed* filters let through beside what is scored. */
function beyondScored(settings: Settings): Status[] {
	if (settings.completedFilterIncludesUnscored) return ['ScorePending', 'NeedsReview'];
	return settings.completedFilterIncludesNeedsReview ? ['NeedsReview'] : [];
}

/** What of the completed* filters counts: the deprecated version may not know them. */
function completedRange(body: ScoresBody, deprecated: boolean, { deprecatedCompletedFilters }: Settings): Range {
	const asked = range(body.completedOnOrAfter, body.completedOnOrBefore);
	if (!deprecated || deprecatedCompletedFilters === 'applied') return asked;
	if (deprecatedCompletedFilters === 'rejected' && (asked.from !== null || asked.to !== null)) {
		throw badRequest('completedOnOrAfter', 'Unknown field.');
	}
	return range(undefined, undefined);
}

export const listScores: Endpoint<ScoresBody> = {
	method: 'POST',
	path: '/scores',
	schema: SCORES,
	handle: ({ service, version, body }) => {
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
					...(version.deprecated
						? {}
						: {
								completedOnOrAfter: echo(completed.from, utcOffsetMinutes),
								completedOnOrBefore: echo(completed.to, utcOffsetMinutes),
							}),
				},
				userScores: inOrder(matching, service).map(({ user, reports }) =>
					represented(user, { version, settings }, reports),
				),
			},
		};
	},
};
