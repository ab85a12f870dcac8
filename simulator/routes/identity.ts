import type { Account } from '../account/account.ts';
import { badRequest } from '../http/errors.ts';
import type { UserRecord } from '../account/records.ts';

export interface UserIdentity {
	userId?: string;
	emailAddress?: string;
	uniqueIdentifier?: string;
}

/**
 * The user that the body names; undefined when there is none. Of several identifiers each must name the same user.
 * @throws ServiceError 400 when none is given
 */
export function findUser(account: Account, identity: UserIdentity): UserRecord | undefined {
	const { userId, emailAddress, uniqueIdentifier } = identity;
	const found = [
		...(userId ? [account.userById(userId)] : []),
		...(emailAddress ? [account.userByEmail(emailAddress)] : []),
		...(uniqueIdentifier ? [account.userByUniqueIdentifier(uniqueIdentifier)] : []),
	];
	if (found.length === 0) throw badRequest('', 'One of userId, emailAddress or uniqueIdentifier is required.');
	return found.every((user) => user === found[0]) ? found[0] : undefined;
}
