import { globSync, readFileSync } from 'node:fs';

import { type IDataObject, jsonParse } from 'n8n-workflow';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

import { EVENTS } from '../../../nodes/EnterpriseAssessmentTrigger/event.ts';
import { LIMITS_TEXT } from '../../../nodes/api/pacing/slots.ts';
import { SCORE_STATUSES } from '../../../nodes/api/specification/values.ts';
import { simplified } from '../../../nodes/shared/scoreReports.ts';
import { everyProperty, everything, nodes, operations } from './properties.ts';

const textOf = (file: string) => readFileSync(file, 'utf8');

it('every operation has an output schema, and every schema belongs to an operation', () => {
	const folder = 'nodes/EnterpriseAssessment/__schema__/v1.0.0';
	const paths = operations.map(({ resource, operation }) => `${folder}/${resource.value}/${operation.value}.json`);
	expect(globSync(`${folder}/**/*.json`).sort()).toEqual(paths.sort());
});

it("each resource and operation has a description of its own, which n8n's AI builder reads", () => {
	const described = [...new Set(operations.flatMap(({ resource, operation }) => [resource, operation]))];
	const descriptions = new Set(described.map(({ description = '' }) => description));
	expect([descriptions.size, descriptions.has('')]).toEqual([described.length, false]);
	const told = operations.map(({ resource, operation: { value, description: content } }) => {
		return { content, displayOptions: { show: { resource: [resource.value], operation: [value] } } };
	});
	expect(nodes[0]?.builderHint).toMatchObject({ extraTypeDefContent: told });
	const list = operations.find(({ operation }) => operation.action === 'Get many assignments')?.operation;
	for (const said of ["'Assigned On or Before' to three days ago", 'Not Started', "'expiresAt'", 'no link'])
		expect(list?.description).toContain(said);
});

it.each([
	['enterpriseAssessment', /no test environment.*doesn.t email.*only if 'status' is Completed/],
	['enterpriseAssessmentTrigger', /one webhook.*one trigger per workflow/],
	['enterpriseAssessmentPollTrigger', /any number of workflows.*one trigger per workflow/],
])('the AI builder reads the important facts about the node %s', (node, facts) => {
	expect(nodes.find(({ name }) => name === node)?.builderHint?.searchHint).toMatch(facts);
});

it('the package contains every node and kind of credentials', () => {
	const { n8n, files, keywords } = jsonParse<Record<string, unknown>>(textOf('package.json'));
	const built = (sources: string) => globSync(sources).map((file) => `dist/${file.replace(/ts$/, 'js')}`);
	const [credentials, all] = [built('credentials/*.credentials.ts'), built('nodes/*/*.node.ts')];
	expect(n8n).toMatchObject({ n8nNodesApiVersion: 1, credentials, nodes: expect.arrayContaining(all) });
	expect([files, keywords]).toEqual([['dist'], expect.arrayContaining(['n8n-community-node-package'])]);
});

it("every operation is listed in the README, in the editor's order", () => {
	const all = operations.map(({ resource, operation }) => `${resource.name}: ${operation.name}`);
	const [, list = ''] = textOf('README.md').split('## Operations\n');
	expect([...list.matchAll(/^- \*\*([^*]+: [^*]+)\*\* \w/gm)].map(([, operation]) => operation)).toEqual(all);
});

it('docs/output.md says what every operation returns, field by field', () => {
	const page = textOf('docs/output.md');
	const described = [...page.matchAll(/\*\*([\w -]+): ([\w ,-]+):?\*\*/g)].flatMap(([, resource, names = '']) =>
		names.split(/, | and /).map((name) => `${resource}: ${name}`),
	);
	const all = operations.map(({ resource, operation }) => `${resource.name}: ${operation.name}`);
	expect(all.filter((one) => !described.includes(one.replace(' (Advanced)', '')))).toEqual([]);
	const fields = globSync('nodes/**/__schema__/**/*.json').flatMap((file) =>
		Object.keys(jsonParse<{ properties: object }>(textOf(file)).properties),
	);
	fields.push(...EVENTS.map(({ value }) => value), ...SCORE_STATUSES);
	const isNamed = (field: string) => new RegExp(`[\`"]${field.replace(/ExpiresAt$/, '')}[\`"]`).test(page);
	expect([...new Set(fields)].filter((field) => !isNamed(field))).toEqual([]);
});

const { paths, webhooks, components } = parse(textOf('specification/openapi.yaml')) as {
	paths: Record<string, Record<string, { responses: object }>>;
	webhooks: object;
	components: { schemas: Record<string, { properties?: { event?: { const?: string } } & IDataObject }> };
};

it("an event is about reports if the specification's event has one", () => {
	const specified = Object.values(components.schemas).flatMap(({ properties: { event, data } = {} }) =>
		event?.const ? [[event.const, JSON.stringify(data).includes('"minItems":1')]] : [],
	);
	expect(EVENTS.map(({ value, isAboutReports }) => [value, isAboutReports]).sort()).toEqual(specified.sort());
});

it('Simplify keeps every field of a score report, except these', () => {
	const { properties = {} } = components.schemas.ScoreReport ?? {};
	const leftOut = Object.keys(properties).filter((field) => !(field in simplified(properties)));
	expect(leftOut.join(' ')).toBe(
		'started duration proficiencyLevelDescription actflSpeakingLevel actflDescription cefrDescription toeflSpeakingLevel ieltsSpeakingLevel toeicSpeakingLevel diagnosticInfo openResponses writingOpenResponses surveyItems subScores assessmentVersion',
	);
});

it('the page of the specification names every status and event, and every endpoint that can answer without a body', () => {
	const page = textOf('specification/README.md');
	const [, statuses = '', , events = ''] = page.split(/^## (?:Statuses|Sign-in links|Events|Signature)$/m);
	expect(SCORE_STATUSES.filter((status) => !statuses.includes(`| ${status} `))).toEqual([]);
	expect(Object.keys(webhooks).filter((event) => !events.includes(`\`${event}\``))).toEqual([]);
	const row = /^\| 204 .*$/m.exec(page)?.[0] ?? '';
	const named = [...row.matchAll(/[A-Z]+ \/[\w/-]+/g)].map(String);
	const empty = Object.entries(paths).flatMap(([path, methods]) =>
		Object.keys(methods)
			.filter((method) => '204' in (methods[method]?.responses ?? {}))
			.map((method) => `${method.toUpperCase()} ${path}`),
	);
	expect(named.sort()).toEqual(empty.sort());
});

it("the docs name every choice of 'If Already Assigned', and every limit of the account", () => {
	const choices = everything.flatMap(({ properties }) => properties.filter(({ name }) => name === 'ifAlreadyAssigned'));
	const labels = choices.flatMap(({ options = [] }) => options.map(({ name }) => name));
	expect(labels.filter((label) => !textOf('docs/inviting.md').includes(`**${label}**`))).toEqual([]);
	for (const page of ['limits', 'architecture']) expect(textOf(`docs/${page}.md`)).toContain(LIMITS_TEXT);
});

it.each(nodes)('$name has exactly the list methods that its fields use', ({ properties, loadOptions, listSearch }) => {
	const all = everyProperty(properties);
	const loaded = all.flatMap(({ typeOptions }) => typeOptions?.loadOptionsMethod ?? []);
	const modes = all.flatMap((property) => property.modes ?? []);
	const searched = modes.flatMap(({ typeOptions }) => typeOptions?.searchListMethod ?? []);
	expect([...new Set(loaded)].sort()).toEqual(loadOptions.sort());
	expect([...new Set(searched)].sort()).toEqual(listSearch.sort());
});

// People type these words into n8n's node panel, which searches the names and aliases of nodes. It lists the webhook trigger in the
// action node's entry, with the aliases of the action node and the description of the trigger.
it.each([
	['EnterpriseAssessment', ['scores', 'results', 'test results', 'invitations', 'certificates', 'webhook']],
	['EnterpriseAssessmentTrigger', ['scores', 'results', 'test results', 'invitations', 'certificates', 'webhook']],
	['EnterpriseAssessmentPollTrigger', ['scores', 'results', 'test results']],
])("n8n's node panel finds %s by the search words %j", (node, searches) => {
	const codex = textOf(`nodes/${node}/${node}.node.json`);
	expect(searches.filter((search) => !codex.includes(search))).toEqual([]);
});

const fields = everything.flatMap(({ name, properties }) =>
	everyProperty(properties)
		.filter(({ type }) => type !== 'notice')
		.map((property) => ({ path: `${name} ${property.name}`, ...property })),
);

type Lacks = (field: (typeof fields)[number]) => boolean;

const isUnexplained: Lacks = ({ name, type, description, hint }) =>
	!description && !hint && !['resource', 'operation'].includes(name) && type !== 'collection';
const hasLongHint: Lacks = ({ hint, modes = [] }) =>
	[hint, ...modes.map((mode) => mode.hint)].some((text = '') => text.length > 120);
const isUnsorted: Lacks = ({ options = [] }) => {
	const labels = options.map((option) => ('displayName' in option ? option.displayName : option.name));
	return labels.join() !== labels.toSorted((one, other) => one.localeCompare(other)).join();
};
const lacksExample: Lacks = ({ type, default: initial, typeOptions, placeholder }) =>
	type === 'string' && initial === '' && !typeOptions?.password && !placeholder?.startsWith('e.g. ');
const SYNONYMS: Record<string, string> = { fail: 'error', newest: 'recently', utf8: 'utf-8' };
const hasOtherLabel: Lacks = ({ name, type, displayName, options = [] }) =>
	(type === 'dateTime' && displayName.replaceAll(' ', '').toLowerCase() !== name.toLowerCase()) ||
	options.some((option) => {
		const [word = ''] = type === 'options' && 'value' in option ? String(option.value).split(/(?=[A-Z])/) : [];
		return !option.name.toLowerCase().includes(SYNONYMS[word] ?? word);
	});

it.each([
	['a description or hint for every field', isUnexplained],
	['dates with labels like their names, and options like their values', hasOtherLabel],
	['no hint over 120 characters, which would push the next field away', hasLongHint],
	['an example in every empty text field', lacksExample],
	['options and operations in alphabetical order', isUnsorted],
])('the editor shows a first-time user %s', (_what, lacks) => {
	expect(fields.length).toBeGreaterThan(50);
	expect(fields.filter(lacks).map(({ path }) => path)).toEqual([]);
});
