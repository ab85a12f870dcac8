import type { LoggedRequest } from '../../../simulator/index.ts';

/** How many requests the service took per second, from the first to the last of them; they must be several. */
export function acceptedPerSecond(requests: readonly LoggedRequest[]): number {
	const times = requests.filter(({ status }) => status !== 429).map(({ at }) => at);
	return (times.length - 1) / ((Math.max(...times) - Math.min(...times)) / 1_000);
}
