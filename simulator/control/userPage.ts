import type { UserRecord } from '../account/records.ts';
import type { UserPage } from './interface.ts';

const searchable = ({ givenName, surname, username, email, uniqueIdentifier, studentId, userId }: UserRecord): string =>
	[`${givenName} ${surname}`, username, email, uniqueIdentifier, studentId, userId].join('\n').toLowerCase();

/** When something was assigned to the user last, in ms. */
const lastAssigned = ({ userAssessments }: UserRecord): number =>
	userAssessments.reduce((last, { assignedAt }) => Math.max(last, assignedAt), -Infinity);

/** The one with the newest assignment first; of those without any, the newest user first. */
function byNewest(users: readonly UserRecord[]): UserRecord[] {
	return users
		.map((user) => ({ user, at: lastAssigned(user) }))
		.reverse()
		.sort((left, right) => (left.at === right.at ? 0 : right.at - left.at))
		.map(({ user }) => user);
}

/** The users that a page asks for, of all in the order of creation. */
export function pageOfUsers(users: readonly UserRecord[], page: UserPage = {}): UserRecord[] {
	const { offset = 0, limit = Infinity, search = '', newestFirst = false } = page;
	const wanted = search.trim().toLowerCase();
	const found = wanted === '' ? users : users.filter((user) => searchable(user).includes(wanted));
	return (newestFirst ? byNewest(found) : found).slice(offset, offset + limit);
}
