/** The service's identifiers are UUIDs (specification: Identifiers), which are the same in either case. */
export function idKey(id: string): string {
	return id.trim().toLowerCase();
}

/** A UUID, as the source of a regular expression. */
export const UUID = '[\\da-fA-F]{8}(?:-[\\da-fA-F]{4}){3}-[\\da-fA-F]{12}';

export function isId(text: string): boolean {
	return new RegExp(`^${UUID}$`).test(text);
}

/** Accents, as Unicode writes them after a Latin, Greek or Cyrillic letter. */
const ACCENTS = /[\u0300-\u036f]/g;

/**
 * Assignments and score reports identify an assessment only by its name. Names are compared without case, accents and
 * surrounding blanks.
 */
export function assessmentNameKey(name: string): string {
	return name.trim().normalize('NFD').replace(ACCENTS, '').toLowerCase();
}

const ISO_TIMESTAMP =
	/^(?<date>\d{4}-\d{2}-\d{2})[T ](?<minutes>\d{2}:\d{2})(?::(?<seconds>\d{2})(?:[.,](?<fraction>\d+))?)?\s?(?:Z|(?<sign>[+-])(?<hours>\d{2})(?::?(?<offsetMinutes>\d{2}))?)?$/i;

/** The basic format, without separators, e.g. `20261121T041405Z`. */
const BASIC_FORMAT = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})/i;

/**
 * Reads an ISO 8601 timestamp as the service writes it (specification: Timestamps): any number of
 * fraction digits, any offset; one without an offset is UTC, whatever the time zone of this machine.
 *
 * @returns milliseconds since the epoch, finer fractions cut off; undefined when it is no such timestamp
 */
export function parseIsoTimestamp(text: string | null | undefined): number | undefined {
	const parts = ISO_TIMESTAMP.exec(text?.trim().replace(BASIC_FORMAT, '$1-$2-$3T$4:$5:$6') ?? '')?.groups;
	if (parts === undefined) return undefined;
	const { date, minutes, seconds = '00', fraction = '0', sign, hours, offsetMinutes = '00' } = parts;
	const offset = sign === undefined ? 'Z' : `${sign}${hours}:${offsetMinutes}`;
	const instant = Date.parse(`${date}T${minutes}:${seconds}.${fraction}${offset}`);
	return Number.isNaN(instant) ? undefined : instant;
}
