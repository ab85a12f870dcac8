import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { resources } from '../../../nodes/EnterpriseAssessment/resources/index.ts';
import { fetchTestEvent } from '../pollTrigger/activeWorkflow.ts';
import { assessmentId, byEmail, byUserId, CANDIDATE, type OperationName, parametersOf, useAction } from './support.ts';

/** The part of JSON Schema that n8n reads from `__schema__`. */
interface JsonSchema {
	type: string;
	properties?: Record<string, JsonSchema>;
	items?: JsonSchema;
}

/** The schema that fits all values. Null doesn't affect the type if another value has one, because n8n shows only one type. */
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

const NODES = join(import.meta.dirname, '../../../nodes');
const ACTION = 'EnterpriseAssessment/__schema__/v1.0.0';

/** Compares the schema as text, because the order of its fields is the order of the columns in n8n. */
function expectSchema(file: string, items: readonly IDataObject[]): void {
	expect(items.length).toBeGreaterThan(0);
	const schema = JSON.stringify({ ...schemaOf(items), version: 1 }, null, '\t');
	const text = `${schema.replace(/\{\s+("type": "\w+")\s+\}/g, '{ $1 }')}\n`;
	const path = join(NODES, file);
	if (process.env.WRITE_SCHEMAS !== undefined) {
		mkdirSync(dirname(path), { recursive: true });
		writeFileSync(path, text);
	}
	expect(readFileSync(path, 'utf8')).toBe(text);
}

const action = useAction();

/** Parameters that make an operation return every form of its output. Switches keep their defaults. */
async function inputsOf(path: OperationName): Promise<INodeParameters[]> {
	const usual = await parametersOf(path, action.simulator());
	const users = await action.control().users({ limit: 100 });
	const { scoreReports } = await action.candidate();
	const certified = scoreReports.filter(({ certificateUrl }) => certificateUrl);
	const id = assessmentId(await action.assessmentId());
	const names = { emailAddress: 'schema@example.com', uniqueIdentifier: 'schema', givenName: 'Ada', surName: 'Fox' };
	const again = { assessmentId: id, ...names };
	const finished = { assessmentId: id, emailAddress: CANDIDATE, finishedCountsForDays: 3650 };
	const inputs: Record<string, INodeParameters[]> = {
		'assignment.create': [again, { ...again, surName: 'Lee' }, finished],
		'assignment.getAll': [{ ...usual, returnAll: true }],
		'file.downloadAll': certified.map(({ userAssessmentId }) => ({ user: byEmail(CANDIDATE), userAssessmentId })),
		'score.get': users.map(({ userId }) => ({ user: byUserId(userId) })),
		'score.getAll': [{ returnAll: true, filters: { includeIncompleteAssessments: true } }],
		'signInLink.create': [{ user: byUserId(users[0]?.userId ?? '') }],
	};
	return inputs[path] ?? [usual];
}

/** The operations that create a secret, and so return one. */
const CREATES_SECRET = ['assignment.create', 'signInLink.create', 'webhook.create'];

/** n8n shows the schema before a node has run. With WRITE_SCHEMAS=1, these tests write the schema files instead. */
describe('the output', () => {
	const operations = resources.flatMap(({ option, operations: all }) =>
		all.map((operation): [string, string] => [option.value, operation.option.value]),
	);

	it.each(operations)('of %s: %s matches its schema, and contains only new secrets', async (resource, operation) => {
		const path = `${resource}.${operation}` as const;
		const registered = await action.control().registerWebhook({ url: `${action.baseHost()}/receiver` });
		const items: IDataObject[] = [];
		for (const parameters of await inputsOf(path)) items.push(...(await action.runJson(path, parameters)));
		expectSchema(`${ACTION}/${resource}/${operation}.json`, items);
		// An AI agent can read every output.
		const keys = [registered, await action.control().webhook()].map((webhook) => webhook?.signingKey);
		const secrets = ['sign-in', action.credentials().apiKey, ...keys];
		const isTold = secrets.some((secret) => secret && JSON.stringify(items).includes(secret));
		expect(isTold).toBe(CREATES_SECRET.includes(path));
	});

	it.each(['Trigger', 'PollTrigger'])('of EnterpriseAssessment%s by default matches its schema', async (kind) => {
		const { items } = await fetchTestEvent(action.credentials(), {});
		expectSchema(`EnterpriseAssessment${kind}/__schema__/v1.0.0.json`, items);
	});
});
