/** How many rejected events of a trigger are logged in a minute. Anyone can send made-up events, and could fill the disk. */
const LOGGED = 10;
const MINUTE_MS = 60_000;

/** How many events each trigger has rejected in a minute, and when that minute began. */
const rejected = new Map<string, { since: number; count: number }>();

/** Counts a rejected event. Returns the lines to log: one for each of the first events in a minute, and later how many more there were. */
export function linesAbout(reason: string, trigger: string, now: number): string[] {
	const line = `An event was rejected because ${reason}`;
	const last = rejected.get(trigger);
	if (last !== undefined && Math.abs(now - last.since) < MINUTE_MS) {
		last.count += 1;
		return last.count > LOGGED ? [] : [line];
	}
	rejected.set(trigger, { since: now, count: 1 });
	if (last === undefined || last.count <= LOGGED) return [line];
	return [
		`${last.count - LOGGED} more events were rejected in the minute after ${new Date(last.since).toISOString()}`,
		line,
	];
}
