import type { INodeProperties } from 'n8n-workflow';
import { deepCopy, NodeHelpers } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { EnterpriseAssessment } from '../../../nodes/EnterpriseAssessment/EnterpriseAssessment.node.ts';
import { nodeProperties, resources } from '../../../nodes/EnterpriseAssessment/resources/index.ts';
import { byPath, offeredValues } from '../structure/properties.ts';

/**
 * The public contract: for each operation its parameters, those of a collection behind a dot. Saved workflows carry
 * these names.
 */
const LIMITS = ['options.timeout', 'options.maxRateLimitWait'];
const LIST = ['returnAll', 'limit'];
const LINK = ['link', 'ifLinkMissing', 'binaryPropertyName', 'options.fileName'];
const CONTRACT: Record<string, string[]> = {
	'assessment.getAll': LIST,
	'assignment.create': [
		...['assessmentId', 'emailAddress', 'uniqueIdentifier', 'givenName', 'surName', 'assignedGroups'],
		...['ifAlreadyAssigned', 'finishedCountsForDays', 'additionalFields.studentId', 'additionalFields.returnUrl'],
	],
	'assignment.getAll': [
		'assignedOnOrAfter',
		...LIST,
		'simplify',
		'filters.assignedOnOrBefore',
		'filters.statuses',
		'filters.assessmentNames',
	],
	'file.downloadAll': ['user', 'userAssessmentId', 'options.include'],
	'file.downloadAudio': LINK,
	'file.downloadCertificate': LINK,
	'file.downloadText': LINK,
	'group.create': ['name'],
	'group.getAll': LIST,
	'score.get': ['user', 'ifUserNotFound', 'output', 'simplify'],
	'score.getAll': [
		...LIST,
		...['filters.groupIds', 'filters.startedOnOrAfter', 'filters.startedOnOrBefore'],
		...['filters.completedOnOrAfter', 'filters.completedOnOrBefore', 'filters.includeIncompleteAssessments'],
		...['filters.assessmentNames', 'filters.assessmentTypes', 'filters.statuses', 'output', 'simplify', 'options.sort'],
	],
	'signInLink.create': ['user', 'ifUserNotFound', 'additionalFields.userAssessmentId'],
	'webhook.create': ['url', 'ifAlreadyRegistered'],
	'webhook.delete': [],
	'webhook.get': [],
	'webhook.sendExample': [],
};

/** Operation and parameter, values in any order, the default first. */
const VALUES: Record<string, string[]> = {
	'assignment.create ifAlreadyAssigned': ['returnExisting', 'assignAgain', 'fail'],
	'assignment.getAll filters.statuses': ['NotStarted', 'InProgress', 'Completed'],
	'file.downloadAudio ifLinkMissing': ['error', 'skip'],
	'file.downloadCertificate ifLinkMissing': ['error', 'skip'],
	'file.downloadText ifLinkMissing': ['error', 'skip'],
	'file.downloadAll options.include': ['audio', 'text', 'certificate'],
	'score.get ifUserNotFound': ['error', 'skip'],
	'score.get output': ['scoreReports', 'users'],
	'score.getAll output': ['scoreReports', 'users'],
	'score.getAll filters.assessmentTypes': ['TenPoint', 'ThousandPoint'],
	'score.getAll filters.statuses': ['NotStarted', 'InProgress', 'ScorePending', 'Completed', 'NeedsReview'],
	'score.getAll options.sort': ['newestFirst', 'serviceOrder'],
	'signInLink.create ifUserNotFound': ['error', 'skip'],
	'webhook.create ifAlreadyRegistered': ['fail', 'replace'],
};

const DEFAULTS: Record<string, unknown> = {
	'assignment.create assessmentId': { mode: 'list', value: '' },
	'file.downloadAll user': { mode: 'userId', value: '={{ $json.userId }}' },
	'file.downloadAll userAssessmentId': { mode: 'id', value: '={{ $json.userAssessmentId }}' },
	'signInLink.create user': { mode: 'userId', value: '={{ $json.userId }}' },
	'signInLink.create additionalFields.userAssessmentId': { mode: 'id', value: '={{ $json.userAssessmentId }}' },
	'file.downloadAudio link': '={{ $json.responseAudioUrl }}',
	'file.downloadCertificate link': '={{ $json.certificateUrl }}',
	'file.downloadText link': '={{ $json.responseTextUrl }}',
	'file.downloadAudio ifLinkMissing': 'error',
	'file.downloadAudio binaryPropertyName': 'data',
	'file.downloadAudio options.timeout': 300,
	'file.downloadAll options.timeout': 300,
	'file.downloadAll options.include': ['audio', 'text', 'certificate'],
	'score.get options.timeout': 60,
	'score.get options.maxRateLimitWait': 1800,
	'score.get output': 'scoreReports',
	'score.get simplify': true,
	'score.getAll output': 'scoreReports',
	'score.getAll simplify': true,
	'score.getAll limit': 50,
	'score.getAll returnAll': false,
};

const USER_MODES = ['emailAddress', 'uniqueIdentifier', 'userId'];

const { description } = new EnterpriseAssessment();

const operations = Object.keys(CONTRACT).map((name) => {
	const [resource = '', operation = ''] = name.split('.');
	return { name, resource, operation };
});

/** What n8n shows for the operation, notices apart, those of a collection with the collection's name. */
function parametersOf(resource: string, operation: string, returnAll = false) {
	const node = { typeVersion: 1 };
	const shown = description.properties
		.filter(({ name }) => name !== 'resource' && name !== 'operation')
		.filter((property) =>
			NodeHelpers.displayParameter({ resource, operation, returnAll }, property, node, description),
		);
	return byPath(shown);
}

function parameter(path: string): INodeProperties {
	const [operation = '', name = ''] = path.split(' ');
	const [resource = '', value = ''] = operation.split('.');
	const found = parametersOf(resource, value).find((candidate) => candidate.name === name);
	if (found === undefined) throw new Error(`No parameter ${path}`);
	return found.property;
}

describe('the contract', () => {
	it('has every resource and operation, and no other', () => {
		const offered = resources.flatMap((resource) =>
			resource.operations.map((operation) => `${resource.option.value}.${operation.option.value}`),
		);
		expect(offered.sort()).toEqual(Object.keys(CONTRACT).sort());
		expect(description).toMatchObject({ name: 'enterpriseAssessment', version: 1, usableAsTool: true });
	});

	it.each(operations)('$name has its parameters, and no other', ({ name, resource, operation }) => {
		const shown = parametersOf(resource, operation).map((shownParameter) => shownParameter.name);
		expect(shown.sort()).toEqual([...(CONTRACT[name] ?? []), ...LIMITS].sort());
	});

	it.each(Object.entries(VALUES))('%s takes %j, the first by default', (path, values) => {
		const property = parameter(path);
		expect(offeredValues(property).sort()).toEqual([...values].sort());
		if (property.type === 'options') expect(property.default).toBe(values[0]);
	});

	it.each(Object.entries(DEFAULTS))('%s is %j by default', (path, value) => {
		expect(parameter(path).default).toEqual(value);
	});

	it.each(operations.filter(({ name }) => CONTRACT[name]?.includes('user')))('$name names its user', ({ name }) => {
		const property = parameter(`${name} user`);
		expect(property.type).toBe('resourceLocator');
		expect(property.modes?.map((mode) => mode.name).sort()).toEqual(USER_MODES);
	});

	it('an assessment is chosen from a list, or given by name or ID', () => {
		expect(parameter('assignment.create assessmentId').modes?.map(({ name }) => name)).toEqual(['list', 'name', 'id']);
	});

	it.each(operations.filter(({ name }) => CONTRACT[name]?.includes('limit')))(
		"'Limit' of $name is hidden by 'Return All'",
		({ resource, operation }) => {
			const shown = parametersOf(resource, operation, true).map(({ name }) => name);
			expect(shown).toContain('returnAll');
			expect(shown).not.toContain('limit');
		},
	);
});

it('two descriptions share no object, since n8n changes them in place', () => {
	const objectsOf = (value: unknown): object[] =>
		typeof value === 'object' && value !== null ? [value, ...Object.values(value).flatMap(objectsOf)] : [];
	const first = new Set(objectsOf(nodeProperties()));
	expect(first.size).toBeGreaterThan(100);
	expect(objectsOf(nodeProperties()).filter((object) => first.has(object))).toEqual([]);
	const untouched = deepCopy(description.properties);
	for (const property of nodeProperties()) property.displayOptions = { show: { resource: ['changed'] } };
	expect(nodeProperties()).toEqual(untouched);
	// Nor does one description have an object in two places.
	const within = objectsOf(nodeProperties());
	expect(new Set(within).size).toBe(within.length);
});
