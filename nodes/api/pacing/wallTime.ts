import { systemClock, wallNow } from './clock';

/** A time of `systemClock` as the wall clock shows it. Both in milliseconds since the epoch. */
export function wallTime(time: number): number {
	return time - systemClock.now() + wallNow();
}
