/** How many rejected events of a trigger are logged in a minute. Anyone can send made-up events, and could fill the disk. */
const LOGGED = 10;
const MINUTE_MS = 60_000;

/** How many events each trigger has rejected in a minute, and when that minute began. */
const rejected = new Map<string, { since: number; count: number }>();

/** Counts a rejected event. Returns the lines to log: one for each of the first events in a minute, and later how many more there were. */
export function linesAbout(reason: string, trigger: string, now: number): string[] {
	const last = rejected.get(trigger) ?? { since: Number.NEGATIVE_INFINITY, count: 0 };
	const isSameMinute = Math.abs(now - last.since) < MINUTE_MS;
	const count = isSameMinute ? last.count + 1 : 1;
	rejected.set(trigger, { since: isSameMinute ? last.since : now, count });
	const lines: string[] = [];
	if (!isSameMinute && last.count > LOGGED) {
		const since = new Date(last.since).toISOString();
		lines.push(`${last.count - LOGGED} more events were rejected in the minute after ${since}`);
	}
	if (count <= LOGGED) lines.push(`An event was rejected because ${reason}`);
	return lines;
}
