import { idKey } from '../../../../api/specification/ids';

/** What is known of how the service names a person; an invitation has at least one of the first two. */
export interface Names {
	emailAddress?: string;
	uniqueIdentifier?: string;
	userId?: string;
}

/** How the service writes them in its answers: empty or null where there is none. */
interface WrittenNames {
	userId: string;
	email?: string | null;
	uniqueIdentifier?: string | null;
}

export function namesOfUser({ userId, email, uniqueIdentifier }: WrittenNames): Names {
	return withoutEmpty({ emailAddress: email?.trim(), uniqueIdentifier: uniqueIdentifier?.trim(), userId });
}

/** What the one lacks, the other adds. */
export function mergeNames(names: Names, more: Names): Names {
	return { ...withoutEmpty(more), ...withoutEmpty(names) };
}

/** Texts that are equal where two names are: e-mail addresses and user IDs without case, identifiers exactly. */
export function nameKeys({ emailAddress, uniqueIdentifier, userId }: Names): string[] {
	return [
		...(emailAddress ? [`emailAddress ${spelling(emailAddress)}`] : []),
		...(uniqueIdentifier ? [`uniqueIdentifier ${uniqueIdentifier.trim()}`] : []),
		...(userId ? [`userId ${idKey(userId)}`] : []),
	];
}

/** What is equal where two texts differ in case alone: the service may find an identifier in another case than it has it. */
export function spelling(text: string): string {
	return text.trim().toLowerCase();
}

export function isSamePerson(one: Names, other: Names): boolean {
	const keys = nameKeys(other);
	return nameKeys(one).some((key) => keys.includes(key));
}

/** Whether the names that people give can tell if it is the same person: they can when both have one of the same kind. */
export function areComparable(one: Names, other: Names): boolean {
	return (
		(one.emailAddress !== undefined && other.emailAddress !== undefined) ||
		(one.uniqueIdentifier !== undefined && other.uniqueIdentifier !== undefined)
	);
}

function withoutEmpty({ emailAddress, uniqueIdentifier, userId }: Names): Names {
	return {
		...(emailAddress ? { emailAddress } : {}),
		...(uniqueIdentifier ? { uniqueIdentifier } : {}),
		...(userId ? { userId } : {}),
	};
}
