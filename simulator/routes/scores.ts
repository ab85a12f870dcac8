import { badRequest, forbidden } from '../http/errors.ts';
import { filterScores, type Range } from '../resources/filters.ts';
import { timestampOrNull, user as represented } from '../resources/represent.ts';
import { SCORE, SCORES } from '../http/schemas.ts';
import type { Settings } from '../settings.ts';
import { parseInstant } from '../timestamps.ts';
import type { Endpoint } from './endpoint.ts';
import { findUser, type UserIdentity } from './identity.ts';

export const getScore: Endpoint<UserIdentity> = {
	method: 'POST',
	path: '/score',
	schema: SCORE,
	handle: ({ service, account, version, body }) => {
		const user = findUser(account, body);
		if (!user) return { status: 204 };
		const { utcOffsetMinutes } = service.settings;
		return { status: 200, json: represented(user, { version, utcOffsetMinutes }) };
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

const range = (from: string | undefined, to: string | undefined): Range => ({
	from: from === undefined ? null : parseInstant(from),
	to: to === undefined ? null : parseInstant(to),
});

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
	handle: ({ service: { settings }, account, version, body }) => {
		const { utcOffsetMinutes, completedFilterIncludesUnscored } = settings;
		const groupIds = body.groupIds?.map((groupId) => groupId.toLowerCase()) ?? null;
		if (groupIds?.some((groupId) => !account.groups.has(groupId))) throw forbidden('groupIds');
		const includeIncompleteAssessments = body.includeIncompleteAssessments ?? false;
		const started = range(body.startedOnOrAfter, body.startedOnOrBefore);
		const completed = completedRange(body, version.deprecated, settings);
		const matching = filterScores(account.users.values(), {
			groupIds,
			started,
			completed,
			includeIncompleteAssessments,
			completedFilterIncludesUnscored,
		});
		return {
			status: 200,
			json: {
				appliedFilters: {
					includeIncompleteAssessments,
					groupIds,
					startedOnOrAfter: timestampOrNull(started.from, utcOffsetMinutes),
					startedOnOrBefore: timestampOrNull(started.to, utcOffsetMinutes),
					...(version.deprecated
						? {}
						: {
								completedOnOrAfter: timestampOrNull(completed.from, utcOffsetMinutes),
								completedOnOrBefore: timestampOrNull(completed.to, utcOffsetMinutes),
							}),
				},
				userScores: matching.map(({ user, reports }) => represented(user, { version, utcOffsetMinutes }, reports)),
			},
		};
	},
};
