import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { text } from '../shared/text';
import { fieldsOf, flagOf, namesOf, valuesOf } from '../shared/collections';
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

export function readFilters(context: IWebhookFunctions): EventFilters {
	const filters = fieldsOf(context.getNodeParameter('filters', {}));
	return {
		events: readEvents(context),
		assessmentTypes: valuesOf(filters.assessmentTypes),
		assessmentNames: namesOf(filters.assessmentNames),
		statuses: valuesOf(filters.statuses),
	};
}
