import type { INodeProperties } from 'n8n-workflow';
import { deepCopy, NodeHelpers } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { EnterpriseAssessment } from '../../../nodes/EnterpriseAssessment/EnterpriseAssessment.node.ts';
import { nodeProperties, resources } from '../../../nodes/EnterpriseAssessment/resources/index.ts';
import { byPath, offeredValues } from '../structure/properties.ts';

const LIST = { returnAll: false, limit: 50 };
const USER = { mode: 'emailAddress', value: '' };
const USER_OF_ITEM = { mode: 'userId', value: '={{ $json.userId }}' };
const ASSESSMENT_OF_ITEM = { mode: 'id', value: '={{ $json.userAssessmentId }}' };
const FILES = { 'options.timeout': 300 };
const link = (field: string) => ({
	...{ link: `={{ $json.${field} }}`, ifLinkMissing: 'error', binaryPropertyName: 'data', 'options.fileName': '' },
	...FILES,
});

/**
 * The public contract: for each operation its parameters with their defaults, those of a collection behind a dot. Saved
 * workflows have these names.
 */
const CONTRACT: Record<string, Record<string, unknown>> = {
	'assessment.getAll': LIST,
	'assignment.create': {
		...{
			assessmentId: { mode: 'list', value: '' },
			emailAddress: '',
			uniqueIdentifier: '',
			givenName: '',
			surName: '',
		},
		...{ assignedGroups: [], ifAlreadyAssigned: 'returnExisting', finishedCountsForDays: 30 },
		...{ 'additionalFields.studentId': '', 'additionalFields.returnUrl': '' },
	},
	'assignment.getAll': {
		...{ ...LIST, assignedOnOrAfter: '', simplify: true },
		...{ 'filters.assignedOnOrBefore': '', 'filters.statuses': [], 'filters.assessmentNames': [] },
	},
	'file.downloadAll': {
		...{ ...FILES, user: USER_OF_ITEM, userAssessmentId: ASSESSMENT_OF_ITEM },
		'options.include': ['audio', 'text', 'certificate'],
	},
	'file.downloadAudio': link('responseAudioUrl'),
	'file.downloadCertificate': link('certificateUrl'),
	'file.downloadText': link('responseTextUrl'),
	'group.create': { name: '' },
	'group.getAll': LIST,
	'score.get': { user: USER, ifUserNotFound: 'error', output: 'scoreReports', simplify: true },
	'score.getAll': {
		...{ ...LIST, output: 'scoreReports', simplify: true, 'options.sort': 'newestFirst' },
		...{ 'filters.groupIds': [], 'filters.startedOnOrAfter': '', 'filters.startedOnOrBefore': '' },
		...{ 'filters.completedOnOrAfter': '', 'filters.completedOnOrBefore': '' },
		...{ 'filters.includeIncompleteAssessments': false, 'filters.assessmentNames': [] },
		...{ 'filters.assessmentTypes': [], 'filters.statuses': [] },
	},
	'signInLink.create': {
		...{ user: USER_OF_ITEM, ifUserNotFound: 'error' },
		'additionalFields.userAssessmentId': ASSESSMENT_OF_ITEM,
	},
	'webhook.create': { url: '', ifAlreadyRegistered: 'fail' },
	'webhook.delete': {},
	'webhook.get': {},
	'webhook.sendExample': {},
};

/** The values that a parameter accepts, in alphabetical order. */
const VALUES: Record<string, string[]> = {
	ifAlreadyAssigned: ['assignAgain', 'fail', 'returnExisting'],
	ifLinkMissing: ['error', 'skip'],
	ifUserNotFound: ['error', 'skip'],
	ifAlreadyRegistered: ['fail', 'replace'],
	output: ['scoreReports', 'users'],
	'filters.assessmentTypes': ['TenPoint', 'ThousandPoint'],
	'options.include': ['audio', 'certificate', 'text'],
	'options.sort': ['newestFirst', 'serviceOrder'],
};

const STATUSES: Record<string, string[]> = {
	'assignment.getAll': ['Completed', 'InProgress', 'NotStarted'],
	'score.getAll': ['Completed', 'InProgress', 'NeedsReview', 'NotStarted', 'ScorePending'],
};

const MODES: Record<string, string[]> = {
	user: ['emailAddress', 'uniqueIdentifier', 'userId'],
	assessmentId: ['id', 'list', 'name'],
	userAssessmentId: ['id', 'list'],
	'additionalFields.userAssessmentId': ['id', 'list'],
};

const { description } = new EnterpriseAssessment();

/** The parameters that n8n shows for an operation, without notices. */
function parametersOf(operation: string, returnAll = false): Array<[name: string, property: INodeProperties]> {
	const [resource = '', value = ''] = operation.split('.');
	const parameters = { resource, operation: value, returnAll };
	const shown = description.properties.filter(
		(property) =>
			!['resource', 'operation'].includes(property.name) &&
			NodeHelpers.displayParameter(parameters, property, { typeVersion: 1 }, description),
	);
	return byPath(shown).map(({ name, property }) => [name, property]);
}

describe('the contract', () => {
	it("contains exactly the node's resources and operations", () => {
		const offered = resources.flatMap((resource) =>
			resource.operations.map((operation) => `${resource.option.value}.${operation.option.value}`),
		);
		expect(offered.sort()).toEqual(Object.keys(CONTRACT).sort());
		expect(description).toMatchObject({ name: 'enterpriseAssessment', version: 1, usableAsTool: true });
	});

	it.each(Object.entries(CONTRACT))('has exactly the parameters and defaults of %s', (operation, expected) => {
		const defaults = parametersOf(operation).map(([name, property]) => [name, property.default]);
		const common = { 'options.timeout': 60, 'options.maxRateLimitWait': 1800 };
		expect(Object.fromEntries(defaults)).toEqual({ ...common, ...expected });
	});

	it.each(Object.keys(CONTRACT))(
		'has the options of %s, and its ways to identify a user or an assessment',
		(operation) => {
			for (const [name, property] of parametersOf(operation)) {
				const values = name === 'filters.statuses' ? STATUSES[operation] : (VALUES[name] ?? []);
				expect(offeredValues(property).sort(), name).toEqual(values);
				expect((property.modes ?? []).map((mode) => mode.name).sort(), name).toEqual(MODES[name] ?? []);
			}
		},
	);

	it("'Return All' hides 'Limit'", () => {
		const listing = Object.keys(CONTRACT).filter((operation) => 'limit' in (CONTRACT[operation] ?? {}));
		const shown = listing.map((operation) => parametersOf(operation, true).map(([name]) => name));
		expect(shown.filter((names) => names.includes('returnAll') && !names.includes('limit'))).toHaveLength(4);
	});
});

it("descriptions don't share or repeat objects, because n8n changes them in place", () => {
	const objectsOf = (value: unknown): object[] =>
		typeof value === 'object' && value !== null ? [value, ...Object.values(value).flatMap(objectsOf)] : [];
	const both = [...objectsOf(nodeProperties()), ...objectsOf(nodeProperties())];
	expect(both.length).toBeGreaterThan(200);
	expect(new Set(both).size).toBe(both.length);
	const untouched = deepCopy(description.properties);
	for (const property of nodeProperties()) property.displayOptions = { show: { resource: ['changed'] } };
	expect(nodeProperties()).toEqual(untouched);
});
