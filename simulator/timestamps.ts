const MINUTE = 60_000;
const ISO_8601 =
	/^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,12}))?)?(?:([Zz])|([+-])(\d{2}):?(\d{2})?)?)?$/;

/**
 * Reads an ISO 8601 date or date-time (specification, Resources: "request dates are accepted in ISO 8601").
 * Without an offset it is UTC.
 * @returns milliseconds since 1970 with the fraction kept, or null when the text isn't a date that exists
 */
export function parseInstant(text: string): number | null {
	const parts = ISO_8601.exec(text);
	if (!parts) return null;
	const part = (index: number): number => Number(parts[index] ?? 0);
	const [year, month, day, hour, minute, second] = [part(1), part(2), part(3), part(4), part(5), part(6)];
	if (hour > 23 || minute > 59 || second > 59 || part(10) > 23 || part(11) > 59) return null;
	const date = new Date(0);
	date.setUTCFullYear(year, month - 1, day);
	if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
	const offset = (parts[9] === '-' ? -1 : 1) * (part(10) * 60 + part(11)) * MINUTE;
	const fraction = Number(`0.${parts[7] ?? '0'}`) * 1000;
	return date.getTime() + ((hour * 60 + minute) * 60 + second) * 1000 + fraction - offset;
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

function withoutZone(at: number): string {
	return `${new Date(at).toISOString().slice(0, -1)}0000`;
}

/** ISO 8601 with seven fraction digits and a UTC offset, as in responses (specification, Resources). */
export function formatTimestamp(at: number, utcOffsetMinutes = 0): string {
	const distance = Math.abs(utcOffsetMinutes);
	const sign = utcOffsetMinutes < 0 ? '-' : '+';
	const zone = `${sign}${twoDigits(Math.floor(distance / 60))}:${twoDigits(distance % 60)}`;
	return `${withoutZone(at + utcOffsetMinutes * MINUTE)}${zone}`;
}

/** A time span of the form hh:mm:ss.fffffff (specification, ScoreReport). */
export function formatDuration(milliseconds: number): string {
	const seconds = Math.floor(milliseconds / 1000);
	const fraction = String(Math.floor(milliseconds % 1000)).padStart(3, '0');
	const clock = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((value) => twoDigits(Math.floor(value)));
	return `${clock.join(':')}.${fraction}0000`;
}

/** How X-Request-Timestamp is written; the specification says only "timestamp string". */
export type TimestampForm = 'iso' | 'isoOffset' | 'unixSeconds' | 'unixMilliseconds' | 'httpDate';

export function formatHeaderTimestamp(at: number, form: TimestampForm): string {
	switch (form) {
		case 'iso':
			return `${withoutZone(at)}Z`;
		case 'isoOffset':
			return formatTimestamp(at, 120);
		case 'unixSeconds':
			return String(Math.floor(at / 1000));
		case 'unixMilliseconds':
			return String(Math.floor(at));
		case 'httpDate':
			return new Date(at).toUTCString();
	}
}
