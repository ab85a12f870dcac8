import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import type { ParameterProblem, ReportFilter } from '../shared/parameters';
import { fieldsOf, flagOf, isEmpty, readIdList, readReportFilter, readSeconds } from '../shared/parameters';
import { isSigningKeyEncoding } from './signature/signingKey';

/** Specification: Events. */
export const EXAMPLE_EVENT = 'webhook-example';

export const MAX_EVENT_AGE_LABEL = 'Max Event Age (Seconds)';
const DEFAULT_MAX_EVENT_AGE_S = 300;

export function readOptions(context: IHookFunctions | IWebhookFunctions) {
	const options = fieldsOf(context.getNodeParameter('options', {}));
	const maxEventAge = isEmpty(options.maxEventAge) ? DEFAULT_MAX_EVENT_AGE_S : options.maxEventAge;
	const age = readSeconds(maxEventAge, MAX_EVENT_AGE_LABEL, 0);
	const { signingKeyEncoding: encoding } = options;
	return {
		signingKeyEncoding: isSigningKeyEncoding(encoding) ? encoding : 'auto',
		// An option that can't be meant is refused on publishing, and must not switch the check off after that.
		maxEventAgeMs: 'ms' in age ? age.ms : DEFAULT_MAX_EVENT_AGE_S * 1_000,
		maxEventAgeProblem: 'problem' in age ? age.problem : undefined,
		replaceExistingWebhook: flagOf(options.replaceExistingWebhook),
		acceptUnsignedEvents: flagOf(options.acceptUnsignedEvents),
	};
}

export function readEvents(context: IHookFunctions | IWebhookFunctions): string[] {
	return readIdList(context.getNodeParameter('events', [])) ?? [];
}

/** `events`: the kinds of events that run the workflow. */
export type EventFilters = ReportFilter & { events: readonly string[] };

/** What runs the workflow, or why a filter can't be applied. */
export function readFilters(context: IHookFunctions | IWebhookFunctions): EventFilters | { problem: ParameterProblem } {
	const filter = readReportFilter(fieldsOf(context.getNodeParameter('filters', {})));
	return 'problem' in filter ? filter : { events: readEvents(context), ...filter };
}
