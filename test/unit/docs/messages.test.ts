import { globSync, readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

import { textsOf } from '../../../scripts/lintWords.ts';

const said = globSync('{nodes,credentials}/**/*.ts').flatMap((file) => textsOf(file, readFileSync(file, 'utf8')));

/** Texts that n8n shows by itself. */
const OF_N8N = ['Unrecognized node type: n8n-nodes-enterprise-assessment'];

/** What a page quotes: the bold texts with quotation marks, and those of the section on log messages. */
function quotesIn(page: string): string[] {
	const text = readFileSync(page, 'utf8').replace(/\s+/g, ' ');
	const bold = [...text.matchAll(/\*\*(.+?)\*\*/g)].map(([, quoted = '']) => quoted);
	const logged = text.split('## Log messages')[1]?.split(' ## ')[0] ?? '';
	const reasons = [...logged.matchAll(/- (\*\*.+?:\*\*)/g)].flatMap(([, entry = '']) => entry.split(/\*\*/));
	return [...bold.flatMap((one) => [...one.matchAll(/"([^"]+)"/g)].map(([, quoted = '']) => quoted)), ...reasons];
}

/** Where a page leaves something out, or n8n's own value stands, there is an ellipsis. */
const parts = (quote: string) => quote.split(/…|:$/).map((part) => part.trim());

it.each(['docs/troubleshooting.md', 'docs/webhook-trigger.md', 'docs/administrators.md'])(
	'%s quotes messages as the nodes word them',
	(page) => {
		const quoted = quotesIn(page)
			.flatMap(parts)
			.filter((part) => part.length > 5 && !OF_N8N.includes(part));
		expect(quoted.length).toBeGreaterThan(0);
		expect(quoted.filter((part) => !said.some((text) => text.includes(part)))).toEqual([]);
	},
);

it.each(['docs/poll-trigger.md', 'docs/webhook-trigger.md'])(
	'%s calls filters and options as the editor does',
	(page) => {
		const labels = [...readFileSync(page, 'utf8').matchAll(/(?:Filters|Options) → (.+?) *\|/g)].map(
			([, label = '']) => label,
		);
		expect(labels.length).toBeGreaterThan(2);
		expect(labels.filter((label) => !said.includes(label))).toEqual([]);
	},
);
