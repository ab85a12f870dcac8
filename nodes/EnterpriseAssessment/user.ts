import { visible } from '../api/specification/plainText';
import { isRecord } from '../api/specification/responses';
import { isId } from '../api/specification/values';
import { choice, idMode, listMode, required, text } from '../shared/parameters/kinds';
import { type Kind, LOST_DIGITS, quoted, textOf, UserError } from '../shared/parameters/parameter';
import { FAIL_ITEM, type InputItem } from './operation';

type UserIdentity = { userId: string } | { emailAddress: string } | { uniqueIdentifier: string };

const LABEL = 'User';

const NO_EMAIL = "Enter a valid email address, or switch to 'By Unique Identifier' or 'By ID'";

/** For operations that come after a score, an assignment, or a trigger. */
const OF_ITEM = { mode: 'userId', value: '={{ $json.userId }}' };

export function user(description: string, initial = OF_ITEM): Kind<UserIdentity> {
	const kind: Kind<UserIdentity | undefined> = {
		field: {
			displayName: LABEL,
			type: 'resourceLocator',
			default: initial,
			description,
			modes: [
				{
					displayName: 'By Email',
					name: 'emailAddress',
					type: 'string',
					placeholder: 'e.g. nathan@example.com',
					validation: [{ type: 'regex', properties: { regex: '\\s*\\S+@\\S+\\s*', errorMessage: NO_EMAIL } }],
				},
				{
					displayName: 'By Unique Identifier',
					name: 'uniqueIdentifier',
					type: 'string',
					placeholder: 'e.g. applicant-4711',
					hint: 'Your own ID for the person, as you entered it when you invited them',
				},
				idMode('userId', 'a user ID', "The 'userId' from a score, an assignment, or a trigger"),
			],
		},
		read: identityOf,
	};
	return required(kind, 'Enter an email address, a unique identifier, or a user ID, or check the expression');
}

/** Doesn't have `loadOptionsDependsOn`, because n8n would clear the field when the first execution resolves 'User'. */
export function userAssessment(description: string): Kind<string> {
	return text('User Assessment', description, {
		type: 'resourceLocator',
		default: { mode: 'id', value: '={{ $json.userAssessmentId }}' },
		modes: [
			listMode('Select an assessment of the user…', 'searchScoreReports'),
			idMode('id', 'a user assessment ID', "The 'userAssessmentId' from a score, an assignment, or a trigger"),
		],
	});
}

const IF_NOT_FOUND = 'If User Not Found';

export const ifUserNotFound = choice(
	IF_NOT_FOUND,
	'error',
	[
		['Return an Error', 'error', FAIL_ITEM],
		['Skip the Item', 'skip', 'Leave this item out of the output'],
	],
	{ description: "What to do if the user isn't found in your account" },
);

/** Reads n8n's resource locator, as the editor stores it, or text without a mode, which an expression can return. */
export function identityOf(locator: unknown): UserIdentity | undefined {
	const mode = isRecord(locator) ? locator.mode : undefined;
	const given = textOf(locator, LABEL);
	if (given === '') return undefined;
	if (mode === 'uniqueIdentifier') return { uniqueIdentifier: identifierOf(given, LABEL) };
	if (mode === 'userId' || (mode !== 'emailAddress' && isId(given))) return { userId: identifierOf(given, LABEL) };
	const emailAddress = emailAddressOf(given, LABEL);
	return emailAddress === '' ? undefined : { emailAddress };
}

interface Given {
	user: UserIdentity;
	ifUserNotFound?: ReturnType<typeof ifUserNotFound.read>;
}

/** Leaves an item whose user isn't in the account out of the output if the parameters say so, or else throws its error. */
export function withoutUser(item: InputItem, given: Given, orElse = ''): never[] {
	const { ifUserNotFound: chosen } = given;
	if (chosen !== undefined && { error: false, skip: true }[chosen]) {
		item.notes.people.push({ fate: 'notFound' });
		return [];
	}
	const skip = chosen ? `. To leave such items out, set '${IF_NOT_FOUND}' to 'Skip the Item'` : '';
	throw new UserError(
		`Your account has no user with the ${named(given.user)}${orElse}`,
		`Check the value in 'User' and its mode ('By Email', 'By Unique Identifier', or 'By ID')${skip}`,
	);
}

function named(identity: UserIdentity): string {
	if ('userId' in identity) return `user ID ${visible(identity.userId)}`;
	if ('uniqueIdentifier' in identity) return `unique identifier ${visible(identity.uniqueIdentifier)}`;
	return `email address ${visible(identity.emailAddress)}`;
}

/** Unusual email addresses match, also domains in any script, but no list, and no name, prefix or quotation mark around an address. */
const EMAIL_ADDRESS = /^(?!['‘’`])[^\s\p{Cc}@,;:<>()[\]"“”„]+@(?!\.|.*\.\.)[\p{L}\p{N}\p{M}.-]+(?<!\.)$/u;

/** Removes characters that no one can see, but doesn't repair or choose anything else. Throws UserError if it isn't one address. */
export function emailAddressOf(given: string, label: string): string {
	const address = given.replace(/\p{Cf}/gu, '').trim();
	if (address === '' || EMAIL_ADDRESS.test(address)) return address;
	throw new UserError(
		`The parameter '${label}' isn't an email address: ${quoted(given)}`,
		'Enter only one email address, e.g. nathan@example.com. In a list, each person needs their own row. Delete rows such as totals and notes',
	);
}

/** What expressions and lists have in place of a value, and CSV files from Excel in place of a long number (1.23457E+14). */
const NO_IDENTIFIER = /^(?:null|undefined|nan|none|n\/a|\[object object\]|\d(?:[.,]\d+)?e\+\d+)$/i;

/** @throws UserError if the text would identify several people alike */
export function identifierOf(given: string, label: string): string {
	if (!NO_IDENTIFIER.test(given)) return given;
	throw new UserError(
		`The parameter '${label}' isn't an identifier: ${quoted(given)}`,
		/^\d/.test(given)
			? LOST_DIGITS
			: 'It stands for a missing value, which several people could have. Correct the expression or the list, or leave it empty and use the email address',
	);
}
