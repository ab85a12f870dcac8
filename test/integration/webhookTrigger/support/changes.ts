import type { LoggedRequest } from '../../../../simulator/index.ts';

/** Method and path of every request that changed something, or of the reads as well. */
export function changes(requests: readonly LoggedRequest[], { andReads = false } = {}): string[] {
	return requests
		.filter(({ method }) => andReads || method !== 'GET')
		.map(({ method, endpoint }) => `${method} ${endpoint}`);
}
