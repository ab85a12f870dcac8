import { systemClock } from '../../../api/pacing/clock';
import { idKey } from '../../../api/specification/ids';
import { user } from '../../../api/specification/responses';
import type { User } from '../../../api/specification/types';
import { callForItem } from '../../answers';
import type { OperationRun } from '../../operation';
import { parameterError } from '../../parameters';
import type { Ledger, Person } from './ledger/ledger';
import type { Names } from './ledger/person';
import { isSamePerson, mergeNames, namesOfUser } from './ledger/person';

/**
 * Asks the service who is behind the names of an invitation.
 *
 * @throws NodeOperationError when they lead to different users: a link for one must not be sent to the other
 */
export async function identify(run: OperationRun, ledger: Ledger, { names }: Person): Promise<Person> {
	const { emailAddress, uniqueIdentifier } = names;
	const byIdentifier = uniqueIdentifier === undefined ? null : await readUser(run, { uniqueIdentifier });
	const isBoth = byIdentifier !== null && isSamePerson({ emailAddress }, namesOfUser(byIdentifier));
	const byEmail = emailAddress === undefined || isBoth ? null : await readUser(run, { emailAddress });
	if (byIdentifier !== null && byEmail !== null && idKey(byIdentifier.userId) !== idKey(byEmail.userId)) {
		throw twoUsersError(run, [byEmail.userId, byIdentifier.userId]);
	}
	const found = byIdentifier ?? byEmail;
	if (found === null) return { names, isIdentified: true };
	ledger.takeUser(found, byIdentifier === null ? { emailAddress } : { uniqueIdentifier }, systemClock.now());
	return { names: mergeNames(names, namesOfUser(found)), isIdentified: true };
}

export function twoUsersError(run: OperationRun, [byEmail, byIdentifier]: [string, string]) {
	return parameterError(
		run,
		`'Email Address' and 'Unique Identifier' belong to two users (${byEmail} and ${byIdentifier})`,
		'Nothing was assigned. Correct one of the two, or leave one empty',
	);
}

export function otherIdentifierError(run: OperationRun, uniqueIdentifier: string) {
	return parameterError(
		run,
		`'Email Address' belongs to a user with another 'Unique Identifier' (${uniqueIdentifier}), who already has the assessment`,
		'Nothing was assigned. If it is the same person, use that identifier; otherwise leave the address empty',
	);
}

export async function readUser(run: OperationRun, identity: Names): Promise<User | null> {
	return await callForItem(run, { endpoint: 'getScore', body: { ...identity } }, user);
}
