import { ParameterError } from '../shared/parameters/parameter';
import { quoted } from '../shared/parameters/values';

/** Specification: POST /assign. */
const MAX_IDENTIFIER_LENGTH = 200;

/** One email address and nothing else. Unusual addresses match, but no list, name, prefix or quotation mark around an address. */
const EMAIL_ADDRESS = /^(?!['‘’`])[^\s\p{Cc}@,;:<>()[\]"“”„]+@(?!\.|.*\.\.)[^\s\p{Cc}@,;:<>()[\]"'‘’“”„/\\]+(?<!\.)$/u;

/**
 * Reads text that is an email address. Removes characters that no one can see, but doesn't repair or choose anything else.
 *
 * @throws ParameterError if the text isn't exactly one address
 */
export function emailAddressOf(given: string, label: string): string {
	const address = given.replace(/\p{Cf}/gu, '').trim();
	if (address === '' || EMAIL_ADDRESS.test(address)) return address;
	throw new ParameterError(
		`The parameter '${label}' isn't an email address: ${quoted(given)}`,
		'Enter only one email address, e.g. nathan@example.com. In a list, each person needs a row of their own, and rows such as totals and notes must go',
	);
}

/** @throws ParameterError if the identifier is too long */
export function uniqueIdentifierOf(given: string, label: string): string {
	if ([...given].length <= MAX_IDENTIFIER_LENGTH) return given;
	const message = `The parameter '${label}' is longer than ${MAX_IDENTIFIER_LENGTH} characters`;
	throw new ParameterError(message, 'Use a shorter identifier, e.g. a hash of the long one');
}
