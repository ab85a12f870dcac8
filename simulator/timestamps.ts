import type { Settings } from './settings.ts';

const MINUTE = 60_000;
const ISO_8601 =
	/^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,12}))?)?(?:([Zz])|([+-])(\d{2}):?(\d{2})?)?)?$/;

/** A moment as the service writes it, in tenths of a microsecond since 1970. A number isn't precise enough for it. */
export type Instant = bigint;

const TICKS_PER_MS = 10_000n;

/**
 * Parses an ISO 8601 date or date-time (specification: Timestamps).
 * Without an offset it's UTC. Digits after the seventh are ignored.
 * @returns null if the text isn't a valid date
 */
export function parseInstant(text: string): Instant | null {
	const parts = ISO_8601.exec(text);
	if (!parts) return null;
	const part = (index: number): number => Number(parts[index] ?? 0);
	const [year, month, day, hour, minute, second] = [part(1), part(2), part(3), part(4), part(5), part(6)];
	if (hour > 23 || minute > 59 || second > 59 || part(10) > 23 || part(11) > 59) return null;
	const date = new Date(0);
	date.setUTCFullYear(year, month - 1, day);
	if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
	const offset = (parts[9] === '-' ? -1 : 1) * (part(10) * 60 + part(11)) * MINUTE;
	const fraction = (parts[7] ?? '').slice(0, 7).padEnd(7, '0');
	const wholeSeconds = date.getTime() + ((hour * 60 + minute) * 60 + second) * 1000 - offset;
	return BigInt(wholeSeconds) * TICKS_PER_MS + BigInt(fraction);
}

/**
 * A moment recorded by the service's clock, which is finer than milliseconds. The same millisecond always has the same
 * digits, and a full second has none, because tests must be able to name exact moments.
 */
export function instantOf(ms: number): Instant {
	const whole = Math.floor(ms);
	const beyond = whole % 1000 === 0 ? 0 : (Math.imul(whole % 1_000_003, 0x9e3779b1) >>> 0) % 10_000;
	return BigInt(whole) * TICKS_PER_MS + BigInt(beyond);
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

function withoutZone(instant: Instant): string {
	const beyond = String(instant % TICKS_PER_MS).padStart(4, '0');
	return `${new Date(Number(instant / TICKS_PER_MS)).toISOString().slice(0, -1)}${beyond}`;
}

/** ISO 8601 with seven fraction digits and a UTC offset, as in responses (specification: Timestamps). */
export function formatInstant(instant: Instant, utcOffsetMinutes = 0): string {
	const distance = Math.abs(utcOffsetMinutes);
	const sign = utcOffsetMinutes < 0 ? '-' : '+';
	const zone = `${sign}${twoDigits(Math.floor(distance / 60))}:${twoDigits(distance % 60)}`;
	return `${withoutZone(instant + BigInt(utcOffsetMinutes * MINUTE) * TICKS_PER_MS)}${zone}`;
}

/** The same format, for a moment that the service recorded in ms. */
export const formatTimestamp = (at: number, utcOffsetMinutes = 0): string =>
	formatInstant(instantOf(at), utcOffsetMinutes);

/** A time span of the form hh:mm:ss.fffffff (specification: ScoreReport). */
export function formatDuration(from: number, to: number): string {
	const ticks = Number(instantOf(to) - instantOf(from));
	const seconds = Math.floor(ticks / 10_000_000);
	const clock = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((value) => twoDigits(Math.floor(value)));
	return `${clock.join(':')}.${String(ticks % 10_000_000).padStart(7, '0')}`;
}

/** X-Request-Timestamp in each form that the settings support. The specification only says "timestamp string". */
export function formatHeaderTimestamp(at: number, form: Settings['timestampForm']): string {
	const english = (hourCycle: 'h12' | 'h23'): string =>
		new Date(at).toLocaleString('en-US', { timeZone: 'UTC', hourCycle }).replace(',', '').replace('\u202f', ' ');
	const forms: Record<Settings['timestampForm'], string> = {
		iso: `${withoutZone(instantOf(at))}Z`,
		isoOffset: formatTimestamp(at, 120),
		unixSeconds: String(Math.floor(at / 1000)),
		unixMilliseconds: String(Math.floor(at)),
		httpDate: new Date(at).toUTCString(),
		dotNet: `${english('h23')} +00:00`,
		dotNetShort: english('h12'),
		spaced: `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`,
	};
	return forms[form];
}
