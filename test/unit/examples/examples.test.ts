import { existsSync, globSync, readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import type { WorkflowNode } from '../../../playground/api/workflows.ts';
import { exampleNames, readExample } from '../../../playground/workflows/examples.ts';

const STICKY = 'n8n-nodes-base.stickyNote';
const HOSTS = ['n8n.example.com', 'assess.example.com', 'applicants.example.com', 'github.com'];

/** The area on the canvas that a sticky note takes up, or a node with the name below it. */
function rectangle({ name, type, position: [left, top], parameters }: WorkflowNode) {
	const width = type === STICKY ? Number(parameters.width) : 96;
	const height = type === STICKY ? Number(parameters.height) : 96 + 48;
	return { name, left, top, right: left + width, bottom: top + height };
}

const expressionsOf = (nodes: readonly WorkflowNode[]) =>
	[...JSON.stringify(nodes.map(({ parameters }) => parameters)).matchAll(/"=(?:[^"\\]|\\.)*"/g)].flatMap(([json]) =>
		[...String(JSON.parse(json)).matchAll(/\{\{(.*?)\}\}/gs)].map(([, expression = '']) => expression),
	);

it.each(globSync('examples/tables/*.csv'))('%s has only a header line, so n8n imports an empty table', (file) => {
	expect(readFileSync(file, 'utf8')).toMatch(/^[a-zA-Z]+(,[a-zA-Z]+)+\n$/);
});

const page = readFileSync('examples/README.md', 'utf8');
const examples = await Promise.all(
	(await exampleNames()).map(async (file) => ({ file, ...(await readExample(file)) })),
);

describe.each(examples)('the example $file', ({ file, name, nodes, connections }) => {
	const titles = nodes.map((node) => node.name);
	const notes = nodes.filter(({ type }) => type === STICKY).map(({ parameters }) => String(parameters.content));

	it('is on the page, has a picture, and has a note with its name, its purpose, and numbered setup steps', () => {
		expect(page).toContain(`(${file}.json)`);
		expect(existsSync(`docs/images/examples/${file}.png`)).toBe(true);
		expect(notes.filter((content) => content.includes('\n### Set up\n1. '))).toHaveLength(1);
		expect(notes[0]).toMatch(`## ${name}\n`);
	});

	it('uses bold only for names of its own nodes', () => {
		const bold = notes.flatMap((content) =>
			[...content.matchAll(/\*\*(?:… )?(.+?)\*\*/g)].map(([, text = '']) => text),
		);
		expect(bold.filter((text) => !titles.some((title) => title.endsWith(text)))).toEqual([]);
	});

	it('greets people by name in its emails, and starts the next line with a capital letter', () => {
		const emails = nodes.filter(({ type }) => ['n8n-nodes-base.emailSend', 'n8n-nodes-base.gmail'].includes(type));
		const letters = emails.map(({ parameters: { text, message } }) => String(text ?? message));
		// The digest for the team has no greeting.
		for (const letter of letters.filter((content) => content !== '={{ $json.text }}'))
			expect(letter).toMatch(/^=Hi (\{\{ [^}]+ \|\| 'there' \}\}|there),\n\n[A-Z]/);
	});

	it('leaves the thinking to nodes: no code, and no expression over 350 characters', () => {
		expect(nodes.map(({ type }) => type)).not.toContain('n8n-nodes-base.code');
		expect(expressionsOf(nodes.filter(({ type }) => type !== STICKY)).filter(({ length }) => length > 350)).toEqual([]);
	});

	it('escapes names in Slack, so no one is mentioned and nothing becomes a link', () => {
		const slack = nodes.filter(({ type }) => type === 'n8n-nodes-base.slack');
		const texts = slack.map(({ parameters: { text, message } }) => String(text ?? message));
		const escaped = ".replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') }}";
		for (const text of texts.filter((one) => /name|\$json\.text/i.test(one))) expect(text).toContain(escaped);
	});

	it("doesn't overlap any nodes or notes", () => {
		const all = nodes.map(rectangle);
		for (const a of all) {
			const isUnder = (b: typeof a) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
			expect(all.filter(isUnder)).toEqual([a]);
		}
	});

	it('connects every node except the triggers, and refers only to its own nodes', () => {
		expect(new Set(titles).size).toBe(titles.length);
		const targets = Object.values(connections).flatMap(({ main }) => main.flat().map(({ node }) => node));
		const referred = [...JSON.stringify(nodes).matchAll(/\$\('(.+?)'\)/g)].map(([, title = '']) => title);
		const named = [...Object.keys(connections), ...targets, ...referred];
		expect(named.filter((title) => !titles.includes(title))).toEqual([]);
		const unreached = nodes.filter((node) => node.type !== STICKY && !targets.includes(node.name));
		for (const node of unreached) expect(node.type).toMatch(/Trigger$|\.webhook$/);
	});

	it("doesn't contain credentials, IDs, pinned data or n8n host names", () => {
		const text = readFileSync(`examples/${file}.json`, 'utf8');
		expect(text).not.toMatch(/"(credentials|webhookId|instanceId|pinData|meta|shared|active)":|"versionId": "[^=]/);
		const hosts = [...text.matchAll(/https?:\/\/([^/"\s]+)/g)].map(([, host = '']) => host);
		expect(hosts.filter((host) => !HOSTS.includes(host))).toEqual([]);
	});
});

it.each([
	['invite-from-spreadsheet', 14],
	['invite-from-google-sheets', 14],
	['remind-open-invitations', 11],
])('%s is small enough for a beginner: %i nodes, and no more than a screen of expressions', (file, most) => {
	const nodes = examples.find((example) => example.file === file)?.nodes.filter(({ type }) => type !== STICKY) ?? [];
	expect(nodes.length).toBeLessThanOrEqual(most);
	expect(expressionsOf(nodes).join('').length).toBeLessThanOrEqual(1500);
});

it('links to files that exist', () => {
	const notes = examples.flatMap(({ nodes }) => nodes.map(({ parameters }) => String(parameters.content)));
	const files = notes.flatMap((note) => [...note.matchAll(/\/blob\/main\/([^)#]+)/g)].map(([, file = '']) => file));
	expect(files).toContain('examples/fan-out-receiver.json');
	expect(files.filter((file) => !existsSync(file))).toEqual([]);
});

it("takes another system's URL and fields in one node each, without following redirects", () => {
	const resume = examples.flatMap(({ nodes }) => nodes.filter(({ name }) => name === 'Resume'));
	const options = { redirect: { redirect: { followRedirects: false } } };
	expect(resume).toMatchObject([{ parameters: { url: '={{ $json.query.resume }}', options } }]);
	const invite = examples.find(({ file }) => file === 'applicant-tracking-invite');
	const reading = invite?.nodes.filter(({ parameters }) => JSON.stringify(parameters).includes('.body'));
	expect(reading?.map(({ name }) => name)).toEqual(['Candidate']);
});
