import { type INodeParameters, type INodeProperties, NodeHelpers } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { EnterpriseAssessmentApi } from '../../../credentials/EnterpriseAssessmentApi.credentials.ts';
import { EnterpriseAssessment } from '../../../nodes/EnterpriseAssessment/EnterpriseAssessment.node.ts';
import { nodeProperties } from '../../../nodes/EnterpriseAssessment/resources/index.ts';
import { EnterpriseAssessmentPollTrigger } from '../../../nodes/EnterpriseAssessmentPollTrigger/EnterpriseAssessmentPollTrigger.node.ts';
import { EnterpriseAssessmentTrigger } from '../../../nodes/EnterpriseAssessmentTrigger/EnterpriseAssessmentTrigger.node.ts';
import { byPath, everyProperty, everything, offeredValues, operations } from './properties.ts';

const LIST = { returnAll: false, limit: 50 };
const USER = { mode: 'emailAddress', value: '' };
const USER_OF_ITEM = { mode: 'userId', value: '={{ $json.userId }}' };
const ASSESSMENT_OF_ITEM = { mode: 'id', value: '={{ $json.userAssessmentId }}' };
const FILES = { 'options.timeout': 300 };
const link = (field: string) => ({
	...{ link: `={{ $json.${field} }}`, ifLinkMissing: 'error', binaryPropertyName: 'data', 'options.fileName': '' },
	...FILES,
});

/** Parameters that every operation has. */
const COMMON = { 'options.timeout': 60, 'options.maxRateLimitWait': 1800 };

/**
 * The public contract: the parameters of every operation, trigger and kind of credentials, each with its default. Parameters in
 * a collection are named `collection.parameter`. Saved workflows contain these names.
 */
const CONTRACT: Record<string, Record<string, unknown>> = {
	'assessment.getAll': LIST,
	'assignment.create': {
		...{ assessmentId: { mode: 'list', value: '' }, emailAddress: '', uniqueIdentifier: '' },
		...{ givenName: '', surName: '' },
		...{ assignedGroups: [], ifAlreadyAssigned: 'returnExisting', finishedCountsForDays: 30 },
		...{ 'additionalFields.studentId': '', 'additionalFields.returnUrl': '' },
	},
	'assignment.getAll': {
		...{ ...LIST, assignedOnOrAfter: '={{ $now.minus({ months: 3 }) }}', simplify: true },
		...{ 'filters.assignedOnOrBefore': '', 'filters.statuses': [], 'filters.assessmentNames': [] },
	},
	'file.downloadAll': {
		...{ ...FILES, user: USER_OF_ITEM, userAssessmentId: ASSESSMENT_OF_ITEM },
		'options.include': ['audio', 'text', 'certificate'],
	},
	'file.downloadAudio': link('responseAudioUrl'),
	'file.downloadCertificate': link('certificateUrl'),
	'file.downloadText': link('responseTextUrl'),
	'group.create': { name: '', ifGroupExists: 'returnExisting' },
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
	enterpriseAssessmentApi: { apiKey: '', baseHost: '', apiVersion: '2020q3' },
	enterpriseAssessmentTrigger: {
		...{ events: ['user-assessment-scored'], simplify: true },
		...{ 'filters.assessmentTypes': [], 'filters.assessmentNames': [], 'filters.statuses': [] },
		...{ 'options.maxEventAge': 300, 'options.signingKeyEncoding': 'auto' },
		...{ 'options.replaceExistingWebhook': true, 'options.acceptUnsignedEvents': false },
	},
	enterpriseAssessmentPollTrigger: {
		...{ simplify: true, 'filters.groupIds': [], 'filters.assessmentTypes': [], 'filters.assessmentNames': [] },
		...{ 'options.lookbackDays': 7, 'options.emitRescored': false },
	},
};

/** The values, modes or limits that a parameter accepts, in alphabetical order, everywhere or in one operation. */
const VALUES: Record<string, string[]> = {
	...{ limit: ['1'], finishedCountsForDays: ['0', '3650'], 'options.lookbackDays': ['1', '3650'] },
	...{ 'options.maxEventAge': ['0', '86400'], 'options.maxRateLimitWait': ['0', '86400'] },
	'options.timeout': ['1', '86400'],
	events: ['user-assessment-scored', 'webhook-example'],
	ifAlreadyAssigned: ['assignAgain', 'fail', 'returnExisting', 'skip'],
	ifGroupExists: ['createAnother', 'returnExisting'],
	ifLinkMissing: ['error', 'skip'],
	ifUserNotFound: ['error', 'skip'],
	ifAlreadyRegistered: ['fail', 'replace'],
	output: ['scoreReports', 'users'],
	'filters.assessmentTypes': ['TenPoint', 'ThousandPoint'],
	'filters.statuses': ['Completed', 'InProgress', 'NeedsReview', 'NotStarted', 'ScorePending'],
	'options.include': ['audio', 'certificate', 'text'],
	'options.signingKeyEncoding': ['auto', 'base64', 'hex', 'utf8'],
	'options.sort': ['newestFirst', 'oldestFirst', 'serviceOrder'],
	user: ['emailAddress', 'uniqueIdentifier', 'userId'],
	assessmentId: ['id', 'list', 'name'],
	userAssessmentId: ['id', 'list'],
	'additionalFields.userAssessmentId': ['id', 'list'],
	'assignment.getAll filters.statuses': ['Completed', 'InProgress', 'NotStarted'],
};

/** The parameters that the editor marks as required. */
const REQUIRED =
	/^(user|userAssessmentId|assessmentId|assignedOnOrAfter|name|link|binaryPropertyName|url|events|apiKey|baseHost)$/;

const CREDENTIALS = [{ name: 'enterpriseAssessmentApi', required: true }];
/** What n8n needs to know of each node, besides its parameters. */
const NODE = { version: 1, group: ['transform'], outputs: ['main'], credentials: CREDENTIALS };
const TRIGGER = { ...NODE, group: ['trigger'], inputs: [] };

const { description } = new EnterpriseAssessment();

/** What n8n shows for an operation with these parameters. */
function shownFor(where: string, given: INodeParameters = {}, name = description.name): INodeProperties[] {
	const [resource = '', operation = ''] = where.split('.');
	const parameters = { resource, operation, returnAll: false, ...given };
	const node = { ...description, name };
	const isShown = (one: INodeProperties) => NodeHelpers.displayParameter(parameters, one, { typeVersion: 1 }, node);
	return description.properties.filter(isShown);
}

/** The parameters that n8n shows for an operation, or those of a trigger or the credentials. */
function parametersOf(where: string, given?: INodeParameters): Array<{ name: string; property: INodeProperties }> {
	if (!where.includes('.')) return byPath(everything.find(({ name }) => name === where)?.properties ?? []);
	return byPath(shownFor(where, given).filter(({ name }) => !['resource', 'operation'].includes(name)));
}

it('the contract contains every operation, trigger and kind of credentials', () => {
	const names = operations.map(({ resource, operation }) => `${resource.value}.${operation.value}`);
	const others = everything.map(({ name }) => name).filter((name) => name !== description.name);
	expect([...names, ...others].sort()).toEqual(Object.keys(CONTRACT).sort());
	// n8n doesn't save defaults, so another default would change saved workflows.
	const chosen = description.properties.filter(({ name }) => ['resource', 'operation'].includes(name));
	const shown = operations.map(({ resource }) => shownFor(resource.value).filter(({ name }) => name === 'operation'));
	expect(shown.every(({ length }) => length === 1)).toBe(true);
	const defaults = 'score getAll create downloadCertificate getAll get create get';
	expect(chosen.map((property) => property.default)).toEqual(defaults.split(' '));
	// With an expression, the editor couldn't show the parameters.
	expect(chosen.filter(({ noDataExpression }) => noDataExpression !== true)).toEqual([]);
	expect(description).toMatchObject({ ...NODE, name: 'enterpriseAssessment', inputs: ['main'], usableAsTool: true });
	expect(new EnterpriseAssessmentApi()).toMatchObject({ restrictToSupportedNodes: true });
	expect(new EnterpriseAssessmentPollTrigger().description).toMatchObject({ ...TRIGGER, polling: true });
	// The service waits for a response for five seconds, and workflows can take longer.
	const webhook = { name: 'default', httpMethod: 'POST', path: 'webhook', responseMode: 'onReceived' };
	expect(new EnterpriseAssessmentTrigger().description).toMatchObject({ ...TRIGGER, webhooks: [webhook] });
});

it('the editor shows every notice, that unfinished scores count as none, and where the links to files are', () => {
	const notices = everything.flatMap(({ properties }) => properties.filter(({ type }) => type === 'notice'));
	expect(notices.map(({ name }) => name.replace('Notice', '')).join(' ')).toBe(
		'email singleUse oneWebhook stopsEvents sent oneWebhook newScores',
	);
	const lists = description.properties
		.filter(({ name }) => name === 'link')
		.map(({ hint }) => hint?.match(/\w*Responses'/i));
	expect(lists.map((found) => found?.[0])).toEqual(["openResponses'", undefined, "writingOpenResponses'"]);
	const warnings = description.properties.filter(({ hint }) => hint?.includes("'score' only if 'status' is Completed"));
	expect(warnings.map(({ name }) => name)).toEqual(['simplify', 'simplify']);
});

it("the credentials test doesn't follow redirects, accepts only the list of assessments, and explains refusals", () => {
	const { request, rules } = new EnterpriseAssessmentApi().test;
	const baseURL: unknown = expect.stringContaining('$credentials.baseHost');
	const url: unknown = expect.stringContaining('"/assessments"');
	expect(request).toMatchObject({ baseURL, url, disableFollowRedirect: true });
	const properties: unknown = expect.objectContaining({ key: 'assessments', value: undefined });
	const said = { 401: / API key\. /, 403: / proxy /, 404: /^Nothing was found /, 429: / in 20 minutes at the latest$/ };
	const refusals = Object.entries(said).map(([value, text]) => {
		const message: unknown = expect.stringMatching(text);
		return { type: 'responseCode', properties: { value: Number(value), message } };
	});
	expect(rules).toEqual([...refusals, { type: 'responseSuccessBody', properties }]);
});

it.each(Object.entries(CONTRACT))('%s keeps its parameters, defaults and values', (where, own) => {
	const parameters = parametersOf(where);
	const defaults = parameters.map(({ name, property }) => [name, property.default]);
	expect(Object.fromEntries(defaults)).toEqual(where.includes('.') ? { ...COMMON, ...own } : own);
	expect(new Set(parameters.map(({ property }) => property.displayName)).size).toBe(parameters.length);
	for (const { name, property } of parameters) {
		const { modes = [], typeOptions: { minValue = [], maxValue = [] } = {} } = property;
		const offered = [...offeredValues(property), ...modes.map((mode) => mode.name)].sort();
		const limits = [minValue, maxValue].flat().map(String);
		expect([...offered, ...limits], name).toEqual(VALUES[`${where} ${name}`] ?? VALUES[name] ?? []);
		expect(property.required === true, name).toBe(REQUIRED.test(name));
	}
	const ofWholeList = parametersOf(where, { returnAll: true }).map(({ name }) => name);
	expect(ofWholeList.filter((name) => ['limit', 'returnAll'].includes(name))).toEqual(
		'limit' in own ? ['returnAll'] : [],
	);
});

it('Assignment: Create advises adding an email node except as a tool, and hides what its policy ignores', () => {
	const isAdvised = (name: string) =>
		shownFor('assignment.create', {}, name).some(({ displayName }) => displayName.includes('add an email node'));
	expect([isAdvised('enterpriseAssessment'), isAdvised('enterpriseAssessmentTool')]).toEqual([true, false]);
	const hasDays = (ifAlreadyAssigned: string) =>
		shownFor('assignment.create', { ifAlreadyAssigned }).some(({ name }) => name === 'finishedCountsForDays');
	expect(VALUES.ifAlreadyAssigned?.filter(hasDays)).toEqual(['fail', 'returnExisting', 'skip']);
});

it('lists in the editor can be searched, and other modes accept their example, also with blanks, but not any word', () => {
	const modes = everyProperty(description.properties).flatMap((property) => property.modes ?? []);
	for (const { name, type, typeOptions, placeholder = '', validation = [] } of modes) {
		if (name === 'list') expect([type, typeOptions?.searchable]).toEqual(['list', true]);
		expect(validation.length > 0, name).toBe(/^id$|Id$|^email/.test(name));
		for (const rule of validation) {
			const { regex: pattern } = { regex: '', ...('properties' in rule ? rule.properties : {}) };
			const regex = new RegExp(`^${pattern}$`);
			expect([regex.test(placeholder.replace('e.g.', '').concat(' ')), regex.test('word')]).toEqual([true, false]);
		}
	}
});

it("node descriptions don't share objects, because n8n changes them in place", () => {
	const objectsOf = (value: unknown): object[] =>
		typeof value === 'object' && value !== null ? [value, ...Object.values(value).flatMap(objectsOf)] : [];
	const both = [...objectsOf(nodeProperties()), ...objectsOf(nodeProperties())];
	expect(both.length).toBeGreaterThan(200);
	expect(new Set(both).size).toBe(both.length);
});
