import { describe, expect, it } from 'vitest';

import { byPath, everything, offeredValues } from './properties.ts';

/**
 * The public contract of the triggers and the credentials: parameters, those of a collection behind a dot, with their
 * defaults. Saved workflows carry these names. (The action node's is in ../action/description.test.ts.)
 */
const CONTRACT: Record<string, Record<string, unknown>> = {
	enterpriseAssessmentApi: { apiKey: '', baseHost: '', apiVersion: '2020q3' },
	enterpriseAssessmentTrigger: {
		events: ['user-assessment-scored'],
		simplify: true,
		'filters.assessmentTypes': [],
		'filters.assessmentNames': [],
		'filters.statuses': [],
		'options.maxEventAge': 300,
		'options.signingKeyEncoding': 'auto',
		'options.replaceExistingWebhook': true,
		'options.acceptUnsignedEvents': false,
	},
	enterpriseAssessmentPollTrigger: {
		simplify: true,
		'filters.groupIds': [],
		'filters.assessmentTypes': [],
		'filters.assessmentNames': [],
		'options.lookbackDays': 7,
		'options.emitRescored': false,
	},
};

/** The options of a list, in alphabetical order. */
const VALUES: Record<string, unknown[]> = {
	'enterpriseAssessmentTrigger events': ['user-assessment-scored', 'webhook-example'],
	'enterpriseAssessmentTrigger filters.assessmentTypes': ['TenPoint', 'ThousandPoint'],
	'enterpriseAssessmentTrigger filters.statuses': [
		'Completed',
		'InProgress',
		'NeedsReview',
		'NotStarted',
		'ScorePending',
	],
	'enterpriseAssessmentTrigger options.signingKeyEncoding': ['auto', 'base64', 'hex', 'utf8'],
	'enterpriseAssessmentPollTrigger filters.assessmentTypes': ['TenPoint', 'ThousandPoint'],
};

function parametersOf(name: string) {
	return byPath(everything.find((candidate) => candidate.name === name)?.properties ?? []);
}

describe('the contract', () => {
	it.each(Object.entries(CONTRACT))('has exactly the parameters of %s', (name, expected) => {
		const shown = parametersOf(name).map((parameter) => [parameter.name, parameter.property.default]);
		expect(Object.fromEntries(shown)).toEqual(expected);
	});

	it.each(Object.entries(VALUES))('has the parameter %s with the options %j', (path, values) => {
		const [name = '', parameter = ''] = path.split(' ');
		const found = parametersOf(name).find((candidate) => candidate.name === parameter);
		expect(found && offeredValues(found.property).sort()).toEqual(values);
	});

	it('includes every list of fixed options', () => {
		const lists = Object.keys(CONTRACT).flatMap((name) =>
			parametersOf(name)
				.filter(({ property }) => property.options !== undefined)
				.map((parameter) => `${name} ${parameter.name}`),
		);
		expect(lists.sort()).toEqual(Object.keys(VALUES).sort());
	});
});
