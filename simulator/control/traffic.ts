import type { Service } from '../service.ts';
import type { SimulatorControl } from './interface.ts';
import { newest } from './newest.ts';

type Traffic = Pick<SimulatorControl, 'inject' | 'faults' | 'clearFaults' | 'requests' | 'clearRequests'>;

/** What came in, and what is to go wrong with it. */
export function trafficControl({ faults, requests }: Service): Traffic {
	return {
		inject: async (injection) => ({ faultId: faults.inject(injection) }),
		faults: async () => [...faults.list()],
		clearFaults: async ({ faultId } = {}) => faults.clear(faultId),
		requests: async ({ after = 0, endpoint, last } = {}) =>
			newest(
				requests
					.list()
					.filter((entry) => entry.requestId > after && (endpoint === undefined || entry.endpoint === endpoint)),
				last,
			),
		clearRequests: async () => requests.clear(),
	};
}
