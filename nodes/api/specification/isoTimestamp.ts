const ISO_TIMESTAMP =
	/^(?<date>\d{4}-\d{2}-\d{2})[T ](?<minutes>\d{2}:\d{2})(?::(?<seconds>\d{2})(?:[.,](?<fraction>\d+))?)?\s?(?:Z|(?<sign>[+-])(?<hours>\d{2})(?::?(?<offsetMinutes>\d{2}))?)?$/i;

/** The basic format, without separators, e.g. `20261121T041405Z`. */
const BASIC_FORMAT = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})/i;

/**
 * Reads an ISO 8601 timestamp as the service writes it (specification, "Resources and their fields"): any number of
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
