import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { resources } from '../../../nodes/EnterpriseAssessment/resources/index.ts';
import { everything, nodes } from './nodes.ts';
import { everyProperty } from './properties.ts';

const root = join(import.meta.dirname, '../../..');

const operations = resources.flatMap(({ option, operations: all }) =>
	all.map((operation) => ({
		path: `${option.value}/${operation.option.value}`,
		label: `${option.name}: ${operation.option.name}`,
	})),
);

/** The README's table of operations, a resource and an operation each. */
function readmeOperations(): string[] {
	const lines = readFileSync(join(root, 'README.md'), 'utf8').split('\n');
	const cells = lines.map((line) => line.split('|').map((cell) => cell.trim()));
	const head = cells.findIndex(([, first, second]) => first === 'Resource' && second === 'Operations');
	const rows = cells.slice(head + 2);
	const end = rows.findIndex((row) => row.length < 3);
	return rows
		.slice(0, end)
		.flatMap(([, resource, names = '']) => names.split(', ').map((name) => `${resource}: ${name}`));
}

describe('every operation', () => {
	it('has an output schema, and every schema an operation', () => {
		const folder = join(root, 'nodes/EnterpriseAssessment/__schema__/v1.0.0');
		const schemas = readdirSync(folder, { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile())
			.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));
		expect(schemas.sort()).toEqual(operations.map(({ path }) => `${path}.json`).sort());
	});

	it('stands in the README, in the order of the editor', () => {
		expect(readmeOperations()).toEqual(operations.map(({ label }) => label));
	});
});

describe.each(nodes)('$name', ({ properties, methods }) => {
	it('has every list method that it names, and no other', () => {
		const all = everyProperty(properties);
		const loaded = all.flatMap(({ typeOptions }) => typeOptions?.loadOptionsMethod ?? []);
		const searched = all
			.flatMap(({ modes }) => modes ?? [])
			.flatMap(({ typeOptions }) => typeOptions?.searchListMethod ?? []);
		expect([...new Set(loaded)].sort()).toEqual([...methods.loadOptions].sort());
		expect([...new Set(searched)].sort()).toEqual([...methods.listSearch].sort());
	});
});

// What people type into n8n's nodes panel, which looks for these letters in the name of a node and in its aliases.
it.each([
	['EnterpriseAssessment', ['scores', 'results', 'test results', 'invitations', 'certificates']],
	['EnterpriseAssessmentTrigger', ['scores', 'results', 'test results', 'invitations', 'certificates']],
	['EnterpriseAssessmentPollTrigger', ['scores', 'results', 'test results']],
])('a search finds %s by %j', (node, searches) => {
	const codex = readFileSync(join(root, `nodes/${node}/${node}.node.json`), 'utf8');
	expect(searches.filter((search) => !codex.includes(search))).toEqual([]);
});

it('no file of nodes/ is longer than 250 lines', () => {
	const files = globSync('{nodes,credentials}/**/*.ts', { cwd: root });
	const lengths = files.map((file) => ({ file, lines: readFileSync(join(root, file), 'utf8').split('\n').length - 1 }));
	expect(lengths.length).toBeGreaterThan(50);
	expect(lengths.filter(({ lines }) => lines > 250)).toEqual([]);
});

describe('what a first-time user reads', () => {
	const fields = everything.flatMap(({ name, properties }) =>
		everyProperty(properties)
			.filter(({ type }) => type !== 'notice')
			.map((property) => ({ path: `${name} ${property.name}`, property })),
	);

	it('a description at every field', () => {
		const explained = fields.filter(({ property }) => !['resource', 'operation'].includes(property.name));
		const bare = explained.filter(({ property }) => !property.description && !property.hint);
		expect(bare.filter(({ property }) => property.type !== 'collection').map(({ path }) => path)).toEqual([]);
	});

	it('an example in every empty text field', () => {
		const texts = fields.filter(({ property }) => property.type === 'string' && property.default === '');
		const secret = texts.filter(({ property }) => property.typeOptions?.password !== true);
		expect(secret.filter(({ property }) => !property.placeholder?.startsWith('e.g. ')).map(({ path }) => path)).toEqual(
			[],
		);
	});
});
