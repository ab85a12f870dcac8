import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { idInFilter } from '../shared/assessmentsInFilter';
import { fieldsOf, flagOf, readIdList, text } from '../shared/values';
import type { FilterProblem } from '../shared/filters';
import { readListFilter } from '../shared/filters';
import type { ReportFilter } from '../shared/reportFilter';
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
	const filters = fieldsOf(context.getNodeParameter('filters', {}));
	const names = readListFilter(filters, 'assessmentNames');
	if ('problem' in names) return names;
	const problem = idInFilter(names.entries);
	if (problem !== undefined) return { problem };
	const types = readListFilter(filters, 'assessmentTypes');
	if ('problem' in types) return types;
	const statuses = readListFilter(filters, 'statuses');
	if ('problem' in statuses) return statuses;
	return {
		events: readEvents(context),
		assessmentNames: names.entries,
		assessmentTypes: types.entries,
		statuses: statuses.entries,
	};
}
