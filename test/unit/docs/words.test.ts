import { describe, expect, it } from 'vitest';

import { habitsIn, textsOf } from '../../../scripts/lintWords.ts';

describe('finds', () => {
	it.each([
		'The trigger begins anew.',
		'Whoever has a link can use it.',
		'Nobody gets a link.',
		'Ask somebody.',
		'It can not be assigned.',
		'It takes the webhook, which then stops.',
		'Enter the address.',
		'What is scored counts as known.',
		'It works. What it finds is returned.',
		'Whatever uses the webhook stops.',
	])('on a page: %s', (line) => {
		expect(habitsIn(line, 'page')).toHaveLength(1);
	});

	it.each(['The expression gives nothing', 'Let the expression give a list', 'Whatever uses it stops'])(
		'in the interface: %s',
		(text) => {
			expect(habitsIn(text, 'interface')).toHaveLength(1);
		},
	);
});

describe('leaves alone', () => {
	it.each([
		'What counts as new?',
		'Enter an email address, or the Service Address.',
		"It can't be assigned, so no one gets a link.",
		'It returns the assessments that someone started again.',
	])('on a page: %s', (line) => {
		expect(habitsIn(line, 'page')).toEqual([]);
	});

	it('in the interface: what to do', () => {
		expect(habitsIn('What to do if the person already has this assessment', 'interface')).toEqual([]);
	});
});

it('reads a page without headings, code, quotations and the targets of links', () => {
	const page = '# What is anew\n\n```\nnobody\n```\n\nSee `address`, "anew" and [limits](anew.md).\n[1]: anew.md\n';
	expect(textsOf('page.md', page)).toEqual(['See ,  and [limits.']);
});

it('reads the texts of a workflow, without expressions', () => {
	const workflow = {
		nodes: [{ name: 'Email', parameters: { text: '=Hi {{ $json.address }},\n<b>please</b> start.' } }],
	};
	expect(textsOf('workflow.json', JSON.stringify(workflow))).toEqual(['Email', '=Hi ,', 'please start.']);
});

it("reads the texts of a node's source, without imports and comments", () => {
	const source = "import { it } from './address'; // anew\nconst text = `Could not read '${name}' again`;";
	expect(textsOf('source.ts', source)).toEqual(["Could not read '", "' again"]);
});
