import type { Service } from '../service.ts';
import { assessmentControl } from './assessments.ts';
import { catalogueControl } from './catalogue.ts';
import { environmentControl } from './environment.ts';
import type { SimulatorControl } from './interface.ts';
import { trafficControl } from './traffic.ts';
import { webhookControl } from './webhook.ts';

export function createControl(service: Service): SimulatorControl {
	return {
		...environmentControl(service),
		...catalogueControl(service),
		...assessmentControl(service),
		...webhookControl(service),
		...trafficControl(service),
	};
}
