import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import type { FilterProblem, ReportFilter } from '../shared/filters';
import { readReportFilter } from '../shared/filters';
import { fieldsOf, flagOf, readIdList, text } from '../shared/values';
import type { SigningKeyEncoding } from './signature/signingKey';
import { isSigningKeyEncoding } from './signature/signingKey';

/** Specification, Events. */
export const EXAMPLE_EVENT = 'webhook-example';

const DEFAULT_MAX_EVENT_AGE_S = 300;

export function readOptions(context: IHookFunctions | IWebhookFunctions) {
	const options = fieldsOf(context.getNodeParameter('options', {}));
	const maxEventAge = Number(text(options.maxEventAge) || DEFAULT_MAX_EVENT_AGE_S);
	const encoding = options.signingKeyEncoding;
	const signingKeyEncoding: SigningKeyEncoding = isSigningKeyEncoding(encoding) ? encoding : 'auto';
	return {
		signingKeyEncoding,
		// What can't be read as an age must not switch the check off.
		maxEventAgeMs: (maxEventAge >= 0 ? maxEventAge : DEFAULT_MAX_EVENT_AGE_S) * 1_000,
		replaceExistingWebhook: flagOf(options.replaceExistingWebhook),
		acceptUnsignedEvents: flagOf(options.acceptUnsignedEvents),
	};
}

export function readEvents(context: IHookFunctions | IWebhookFunctions): string[] {
	return readIdList(context.getNodeParameter('events', [])) ?? [];
}

export interface EventFilters extends ReportFilter {
	/** The kinds of events that run the workflow. */
	events: readonly string[];
}

/** What runs the workflow, or why a filter can't be applied. */
export function readFilters(context: IHookFunctions | IWebhookFunctions): EventFilters | { problem: FilterProblem } {
	const filter = readReportFilter(fieldsOf(context.getNodeParameter('filters', {})));
	return 'problem' in filter ? filter : { events: readEvents(context), ...filter };
}
