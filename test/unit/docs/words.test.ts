import { expect, it } from 'vitest';

import { habitsIn, textsOf } from '../../../scripts/lintWords.ts';

it.each([
	['page', 1, 'The trigger begins anew.'],
	['page', 2, 'Whoever has a link can not use it.'],
	['page', 1, 'Accents, case and initials count.'],
	['page', 1, 'Enter the address.'],
	['page', 1, 'Whatever uses the webhook stops.'],
	['interface', 1, 'Let the expression give a list'],
	['page', 0, 'Enter an email address, or the Service Address.'],
] as const)('the lint of %s texts finds %i habits in "%s"', (kind, count, line) => {
	expect(habitsIn(line, kind)).toHaveLength(count);
});

const node = { name: 'Email', parameters: { text: '=Hi {{ $json.address }},\n<b>please</b> start.' } };

it.each([
	['page.md', '# What is anew\n\n```\nno one\n```\n\nSee `b`, "anew" and [limits](a).\n', ['See ,  and [limits.']],
	['workflow.json', JSON.stringify({ nodes: [node] }), ['Email', '=Hi ,', 'please start.']],
	['source.ts', "import './anew'; // anew\nconst text = `Could not read '${name}'`;", ["Could not read '", "'"]],
])('the lint reads only the texts for people in %s', (file, content, texts) => {
	expect(textsOf(file, content)).toEqual(texts);
});
