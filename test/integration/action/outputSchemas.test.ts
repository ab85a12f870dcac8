import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { resources } from '../../../nodes/EnterpriseAssessment/resources/index.ts';
import { useSimulator } from '../support/simulator.ts';
import { fetchTestEvent } from '../pollTrigger/activeWorkflow.ts';
import { assessmentId, byUserId, CANDIDATE, candidateLinks, runJson, seedAssessmentId } from './support.ts';

/** The part of JSON Schema that n8n reads from `__schema__`. */
interface JsonSchema {
	type: string;
	properties?: Record<string, JsonSchema>;
	items?: JsonSchema;
}

/** The schema that all values fit. Null says nothing about a type while another value does: n8n shows one type a field. */
function schemaOf(values: readonly unknown[]): JsonSchema {
	const given = values.filter((value) => value !== null && value !== undefined);
	const types = [...new Set(given.map((value) => (Array.isArray(value) ? 'array' : typeof value)))];
	const [type] = types;
	if (type === undefined) return { type: 'null' };
	if (types.length > 1) throw new Error(`A field is ${types.join(' and ')}: n8n can show only one type`);
	if (type === 'array') return { type, items: schemaOf(given.flat()) };
	if (type !== 'object') return { type };
	const records = given.map((value) => new Map<string, unknown>(Object.entries(value ?? {})));
	const fields = [...new Set(records.flatMap((record) => [...record.keys()]))];
	const properties = fields.map((field) => [field, schemaOf(records.map((record) => record.get(field)))]);
	return { type, properties: Object.fromEntries(properties) };
}

/** n8n shows these before a node has run. With WRITE_SCHEMAS=1 this test writes them from what the operations give. */
const NODES = join(import.meta.dirname, '../../../nodes');

function expectSchema(file: string, items: readonly IDataObject[]): void {
	expect(items.length).toBeGreaterThan(0);
	const schema = { ...schemaOf(items), version: 1 };
	const path = join(NODES, file);
	if (process.env.WRITE_SCHEMAS !== undefined) {
		mkdirSync(dirname(path), { recursive: true });
		const oneLineEach = JSON.stringify(schema, null, '\t').replace(/\{\s+("type": "\w+")\s+\}/g, '{ $1 }');
		writeFileSync(path, `${oneLineEach}\n`);
	}
	expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(schema);
}

const service = useSimulator();

/**
 * What each operation gives over everything that the seed has, its switches as they come: n8n has one schema for an
 * operation, whatever its parameters say.
 */
async function outputs(resource: string, operation: string): Promise<IDataObject[]> {
	const { simulator, credentials } = service();
	const users = await simulator.control.users({ limit: 100 });
	const reportsOf = users.flatMap(({ userId, scoreReports }) => scoreReports.map((report) => ({ userId, report })));
	const id = assessmentId(await seedAssessmentId(simulator));
	const again = { assessmentId: id, uniqueIdentifier: 'schema' };
	const finished = { assessmentId: id, emailAddress: CANDIDATE, finishedCountsForDays: 3650 };
	const { audio, text, certificate } = await candidateLinks(simulator);
	const cases: Record<string, INodeParameters[]> = {
		'assessment.getAll': [{}],
		'assignment.create': [finished, again, again],
		'assignment.getAll': [{ assignedOnOrAfter: '2020-01-01', returnAll: true }],
		'file.downloadAll': reportsOf
			.filter(({ report }) => report.certificateUrl)
			.slice(0, 2)
			.map(({ userId, report }) => ({ user: byUserId(userId), userAssessmentId: report.userAssessmentId })),
		'file.downloadAudio': [{ link: audio }],
		'file.downloadCertificate': [{ link: certificate }],
		'file.downloadText': [{ link: text }],
		'group.create': [{ name: 'Schema' }],
		'group.getAll': [{}],
		'score.get': users.flatMap(({ userId }) => [{ user: byUserId(userId) }]),
		'score.getAll': [{ returnAll: true, filters: { includeIncompleteAssessments: true } }],
		'signInLink.create': [{ user: byUserId(users[0]?.userId ?? '') }],
		'webhook.create': [{ url: 'https://example.com/hook', ifAlreadyRegistered: 'replace' }],
		'webhook.delete': [{}],
		'webhook.get': [{}],
		'webhook.sendExample': [{}],
	};
	if (resource === 'webhook') await simulator.control.registerWebhook({ url: `${simulator.baseHost}/receiver` });
	const items: IDataObject[] = [];
	for (const parameters of cases[`${resource}.${operation}`] ?? []) {
		items.push(...(await runJson(credentials, `${resource}.${operation}`, parameters)));
	}
	return items;
}

/** The fields by the tables of the specification and the order that people map them in: written by hand. */
const REPORT = [
	...['givenName', 'surname', 'assessmentName', 'score', 'cefrSpeakingLevel', 'placement', 'status', 'completed'],
	...['email', 'certificateUrl', 'uniqueIdentifier', 'userId', 'userAssessmentId'],
];
const FILE = ['fileName', 'mimeType', 'fileSize', 'link'];
const FIELDS: Record<string, string[]> = {
	'EnterpriseAssessment/__schema__/v1.0.0/assessment/getAll.json': ['name', 'assessmentId'],
	'EnterpriseAssessment/__schema__/v1.0.0/file/downloadAll.json': ['userId', 'userAssessmentId', 'files'],
	'EnterpriseAssessment/__schema__/v1.0.0/file/downloadAudio.json': FILE,
	'EnterpriseAssessment/__schema__/v1.0.0/file/downloadCertificate.json': FILE,
	'EnterpriseAssessment/__schema__/v1.0.0/file/downloadText.json': FILE,
	'EnterpriseAssessment/__schema__/v1.0.0/group/create.json': ['name', 'groupId'],
	'EnterpriseAssessment/__schema__/v1.0.0/group/getAll.json': ['name', 'groupId'],
	'EnterpriseAssessment/__schema__/v1.0.0/score/get.json': REPORT,
	'EnterpriseAssessment/__schema__/v1.0.0/score/getAll.json': REPORT,
	'EnterpriseAssessment/__schema__/v1.0.0/signInLink/create.json': ['userId', 'signInUrl', 'expiresAt'],
	'EnterpriseAssessmentPollTrigger/__schema__/v1.0.0.json': [...REPORT, 'event', 'eventId'],
	'EnterpriseAssessmentTrigger/__schema__/v1.0.0.json': [...REPORT, 'event', 'eventId'],
};

it.each(Object.entries(FIELDS))('%s has the fields %j, in this order', (file, fields) => {
	const schema: JsonSchema = JSON.parse(readFileSync(join(NODES, file), 'utf8'));
	expect(Object.keys(schema.properties ?? {})).toEqual(fields);
});

describe('the output schema', () => {
	const operations = resources.flatMap(({ option, operations: all }) =>
		all.map((operation): [string, string] => [option.value, operation.option.value]),
	);

	it.each(operations)('of %s: %s is what the operation gives', async (resource, operation) => {
		const items = await outputs(resource, operation);
		expectSchema(`EnterpriseAssessment/__schema__/v1.0.0/${resource}/${operation}.json`, items);
	});

	it.each(['EnterpriseAssessmentTrigger', 'EnterpriseAssessmentPollTrigger'])(
		'of %s is what an unchanged one gives',
		async (node) => {
			const { items } = await fetchTestEvent(service().credentials, {});
			expectSchema(`${node}/__schema__/v1.0.0.json`, items);
		},
	);
});
