import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { readIdList, readNameList } from '../shared/idList';
import { text } from '../shared/text';
import { fieldsOf, flagOf, namesOf, valuesOf } from '../shared/collections';
import type { ListFilter } from '../shared/unreadableFilter';
import type { EventFilters } from './receiving/event';
import type { SigningKeyEncoding } from './signature/signingKey';
import { isSigningKeyEncoding } from './signature/signingKey';

export interface TriggerOptions {
	maxEventAgeMs: number;
	signingKeyEncoding: SigningKeyEncoding;
	replaceExistingWebhook: boolean;
	acceptUnsignedEvents: boolean;
}

const DEFAULT_MAX_EVENT_AGE_S = 300;

export function readOptions(context: IHookFunctions | IWebhookFunctions): TriggerOptions {
	const options = fieldsOf(context.getNodeParameter('options', {}));
	const maxEventAge = Number(text(options.maxEventAge) || DEFAULT_MAX_EVENT_AGE_S);
	return {
		// What can't be read as an age must not switch the check off.
		maxEventAgeMs: (maxEventAge >= 0 ? maxEventAge : DEFAULT_MAX_EVENT_AGE_S) * 1_000,
		signingKeyEncoding: isSigningKeyEncoding(options.signingKeyEncoding) ? options.signingKeyEncoding : 'auto',
		replaceExistingWebhook: flagOf(options.replaceExistingWebhook),
		acceptUnsignedEvents: flagOf(options.acceptUnsignedEvents),
	};
}

export function readEvents(context: IHookFunctions | IWebhookFunctions): string[] {
	return valuesOf(context.getNodeParameter('events', []));
}

/** The label of a filter that can't be read, and so lets nothing through. */
export function filterThatIsNoList(context: IHookFunctions): ListFilter | undefined {
	const { assessmentNames, assessmentTypes, statuses } = fieldsOf(context.getNodeParameter('filters', {}));
	const filters: Array<[label: ListFilter, entries: string[] | undefined]> = [
		['Assessment Names or IDs', readNameList(assessmentNames)],
		['Assessment Types', readIdList(assessmentTypes)],
		['Statuses', readIdList(statuses)],
	];
	return filters.find(([, entries]) => entries === undefined)?.[0];
}

/** What the filter on assessments lists: names, and IDs that stand for names. */
export function readListedAssessments(context: IHookFunctions | IWebhookFunctions): string[] {
	return namesOf(fieldsOf(context.getNodeParameter('filters', {})).assessmentNames);
}

/** @param nameOf gives the name for an ID as far as it is known, and every name as it is */
export function readFilters(context: IWebhookFunctions, nameOf: (listed: string) => string): EventFilters {
	const filters = fieldsOf(context.getNodeParameter('filters', {}));
	return {
		events: readEvents(context),
		assessmentTypes: valuesOf(filters.assessmentTypes),
		assessmentNames: readListedAssessments(context).map(nameOf),
		statuses: valuesOf(filters.statuses),
	};
}
