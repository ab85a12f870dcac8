import type { Account } from '../account/account.ts';
import { badRequest, forbidden } from '../http/errors.ts';
import type { UserRecord } from '../account/records.ts';
import type { Service } from '../service.ts';
import type { Settings } from '../settings.ts';

export interface UserIdentity {
	userId?: string;
	emailAddress?: string;
	uniqueIdentifier?: string;
}

/** @throws ServiceError 400 */
export function checkEmail({ emailAddress }: UserIdentity, { malformedEmail }: Settings): void {
	if (!emailAddress || malformedEmail === 'accepted' || /^[^@\s]+@[^@\s]+$/.test(emailAddress)) return;
	throw badRequest('emailAddress', 'emailAddress is not an e-mail address.');
}

/** Each of the identifiers that are given, with the user that it names. */
export function usersNamed(
	account: Account,
	{ userId, emailAddress, uniqueIdentifier }: UserIdentity,
	{ emailsCompare, identifiersCompare }: Settings,
): Array<UserRecord | undefined> {
	return [
		...(userId ? [account.userById(userId)] : []),
		...(emailAddress ? [account.userByEmail(emailAddress, emailsCompare)] : []),
		...(uniqueIdentifier ? [account.userByUniqueIdentifier(uniqueIdentifier, identifiersCompare)] : []),
	];
}

/**
 * The user that the body names; undefined when there is none.
 * @throws ServiceError 400 when none is given; 403 for another account's, and for several, where the settings say so
 */
export function findUser(service: Service, account: Account, identity: UserIdentity): UserRecord | undefined {
	const { settings, world } = service;
	checkEmail(identity, settings);
	const [first, ...others] = usersNamed(account, identity, settings);
	if (first === undefined && !identity.userId && !identity.emailAddress && !identity.uniqueIdentifier) {
		throw badRequest('', 'One of userId, emailAddress or uniqueIdentifier is required.');
	}
	const owner = [world.account, world.otherAccount].find(({ users }) =>
		users.has(identity.userId?.toLowerCase() ?? ''),
	);
	if (settings.foreignUserId === 403 && owner !== undefined && owner !== account) throw forbidden('userId');
	if (others.every((user) => user === first)) return first;
	if (settings.contradictoryIds === 403) throw forbidden('The combination of identifiers');
	return undefined;
}
