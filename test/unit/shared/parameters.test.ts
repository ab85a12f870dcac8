import { expect, it } from 'vitest';

import * as kinds from '../../../nodes/shared/parameters/kinds.ts';
import {
	fieldsOf,
	firstOf,
	type Kind,
	quoted,
	readAll,
	UserError,
} from '../../../nodes/shared/parameters/parameter.ts';
import { assessmentNames, statuses } from '../../../nodes/shared/parameters/scores.ts';

/** A parameter that the workflow doesn't contain, for which n8n returns the fallback. */
const NOT_SET = Symbol('not set');

const source = (value: unknown) => ({
	getNodeParameter: (_name: string, fallback: unknown) => (value === NOT_SET ? fallback : value),
	getTimezone: () => 'UTC',
});

const read = <T>(kind: Kind<T>, value: unknown): T => readAll({ named: kind }, source(value)).named;

const { choice, collection, flag, list: listOf, number, required, seconds, someOf, text, url } = kinds;

const NAMED = [
	['A', 'a', 'Of A'],
	['B', 'b'],
] as const;
const OPTIONS = [
	{ name: 'A', value: 'a', description: 'Of A' },
	{ name: 'B', value: 'b' },
] as const;

const word = text('Label', 'About', { placeholder: 'e.g. x' });
const needed = required(text('Label', 'About'), 'Enter it');
const nothing = required(
	kinds.refined(word, (given) => (given === 'n' ? null : undefined)),
	'Enter it',
);
const link = url('Label', 'About', 'e.g. x');
const oneOf = choice('Label', 'a', NAMED, { description: 'About' });
const onOff = flag('Label', true, 'About');
const inRange = number('Label', 'About', { default: 2, least: 1, most: 5 });
const fromZero = number('Label', 'About', { default: 2, least: 0 });
const wait = seconds('Label', 'About', { default: 60, least: 1 });
const list = listOf('Label', 'About', { typeOptions: {} });
const some = someOf('Label', 'About', { options: [...OPTIONS] });
const filters = collection('filters', { a: onOff, b: text('B', '') });
const NO_FILTER = { a: false, b: '' };
const ALL = listOf('C', '', { default: ['x'] });
const options = collection('options', { a: choice('A', 'b', NAMED), b: wait, c: ALL, d: onOff });
const DEFAULTS = { a: 'b', b: 60_000, c: [], d: false };
const own = kinds.refined(word, (value, label) => `${label}: ${value}`);

const URLS = ['https://example.com', 'HTTP://example.com:8080/a?b=c#d', 'http://[::1]/a'];
const NO_URLS = [
	...['example.com', 'example.com:5678', '//example.com', '/thanks', 'https:', 'https://', 'xhttps://example.com'],
	...['https:///example.com', 'https:example.com', 'https://\\example.com', 'https://example.com\\a'],
	...['https://exa\tmple.com', 'https://example.com/a b', 'https://example.com/a\nb', 'https://example.com:port'],
	...['ftp://example.com', 'javascript://example.com'],
];

it.each<[what: string, kind: Kind<unknown>, values: unknown[], read: unknown[]]>([
	['text', word, [' a ', NOT_SET, null, undefined, 5], ['a', '', '', '', '5']],
	['the value of a resource locator', word, [{ mode: 'id', value: ' a ' }], ['a']],
	['text that is changed', own, [' a', NOT_SET], ['Label: a', 'Label: ']],
	['text that is required', needed, [' Ângela «IRMÃ» “IRMÃ” '], ['Ângela «IRMÃ» “IRMÃ”']],
	['a URL', link, [NOT_SET, ' https://h.example ', ...URLS], ['', 'https://h.example', ...URLS]],
	['one of two options', oneOf, [NOT_SET, ' b '], ['a', 'b']],
	['a switch', onOff, [NOT_SET, false, ' TRUE ', 'False', '', null], [true, false, true, false, false, false]],
	['a number from 1 to 5', inRange, [NOT_SET, 1, '5', ' 2.5 '], [2, 1, 5, 2.5]],
	['names without an ID', assessmentNames('trigger'), [['a']], [['a']]],
	['seconds', wait, [NOT_SET, 1, 1.0006, '86400'], [60_000, 1_000, 1_001, 86_400_000]],
	['a list', list, [NOT_SET, '', '7', ['a', ' ', ' b '], ' ["a,b", "c"]'], [[], [], ['7'], ['a', 'b'], ['a,b', 'c']]],
	['a name with separators', assessmentNames('operation'), ['a, b', 'a\r\nb', '[a'], [['a, b'], ['a\r\nb'], ['[a']]],
	['some of two', some, [NOT_SET, ['b'], 'b,a\nb', '["a", "b"]'], [[], ['b'], ['b', 'a'], ['a', 'b']]],
	['filters', filters, [NOT_SET, null, { b: ' x ', a: 'true', c: null }], [NO_FILTER, NO_FILTER, { b: 'x', a: true }]],
	['options', options, [{}, { a: null, b: undefined }, { a: '', b: '', c: '', d: '' }], [DEFAULTS, DEFAULTS, DEFAULTS]],
	['a notice', kinds.notice('Label'), ['x'], [undefined]],
])('%s is read', (_what, kind, values, expected) => {
	expect(values.map((value) => read(kind, value))).toEqual(expected);
});

const ID = '3f2b8c1e-5d4a-4f6b-9a7c-0e1d2c3b4a59';

it.each<[kind: Kind<unknown>, values: unknown[], says: RegExp]>([
	[word, [[], ['a']], /^The parameter 'Label' must be text, but got a list\. Make .+ a single value/],
	[word, [['a', 1]], /but got a list with the number 1 in it\./],
	[word, [{}, { value: 'a' }, { mode: 'id', value: {} }], /but got an object\./],
	[word, [1.5, Number.NaN, { mode: 'id', value: 2 ** 53 }], /the number (1\.5|NaN|9007199254740992)\. .+lost digits/],
	[word, ['J\uFFFD', 'J\u009A', 'JÃ¼', 'JÂ´', 'JÃŸ', 'JÃ–'], /'Label' is damaged: 'J.+'\. .+UTF-8.+Encoding.+Latin1/],
	[list, [['a', 'J\uFFFD']], /^The parameter 'Label' is damaged: 'J\uFFFD'\./],
	[nothing, ['n', 'u'], /^The parameter 'Label' is empty\. Enter it$/],
	[needed, [' ', NOT_SET, null], /^The parameter 'Label' is empty\. Enter it$/],
	[link, NO_URLS, /^The parameter 'Label' isn't a full http or https URL: '.*'\. Start it with https:\/\//],
	[oneOf, ['c'], /^'c' isn't a valid option for 'Label'\. Choose from the list, or .+ one of: a, b$/],
	[onOff, ['yes', 1], /^The parameter 'Label' must be true or false, but got .+\. Make the .+ true or false$/],
	[inRange, [0.9], /^The parameter 'Label' must be a number from 1 to 5, but got the number 0\.9\. Enter such a /],
	[inRange, ['5.1', '2,5', '', ' ', true, null], /must be .+, but got ('5\.1'|'2,5'|nothing|' '|true|null)\./],
	[fromZero, ['', ' ', -1], /must be a number of at least 0, but got (nothing|' '|the number -1)\./],
	[wait, [0.5, ''], /must be a number from 1 to 86400, but got (the number 0\.5|nothing)\./],
	[list, [null, undefined], /^The expression in 'Label' didn't return a value\. .+ do without it, return an empty/],
	[list, [7, {}], /^The parameter 'Label' must be a list of strings, but got .+\. Choose from .+, or make .+ an array/],
	[statuses(), [{}], /^The parameter 'Statuses' must be a list of strings, but got an object\./],
	[list, [['a', null]], /but got a list with null in it\./],
	[list, ['["a", 7]'], /but got '\["a", 7\]'\./],
	[filters, [{ b: null }, { a: undefined, b: 'x' }], /^The expression in '(B|Label)' didn't return a value\./],
	[assessmentNames('trigger'), [['a', ID]], /^The filter 'Ass.+ IDs' contains the ID 3f2.+ IDs\. Choose the ass/],
])('a value that a parameter refuses causes an error that says what to do: %o, %j, %s', async (kind, values, says) => {
	for (const value of values) {
		const error = await new Promise((resolve) => resolve(read(kind, value))).catch((thrown: unknown) => thrown);
		expect(error instanceof UserError && `${error.message}. ${error.description}`).toMatch(says);
	}
});

it.each<[kind: Kind<unknown>, type: string, initial: unknown, more?: object]>([
	[word, 'string', '', { placeholder: 'e.g. x' }],
	[needed, 'string', '', { required: true }],
	[link, 'string', '', { placeholder: 'e.g. x' }],
	[oneOf, 'options', 'a', { options: OPTIONS }],
	[onOff, 'boolean', true],
	[inRange, 'number', 2, { typeOptions: { minValue: 1, maxValue: 5 } }],
	[fromZero, 'number', 2, { typeOptions: { minValue: 0 } }],
	[wait, 'number', 60, { typeOptions: { minValue: 1, maxValue: 86_400 } }],
	[list, 'multiOptions', [], { typeOptions: {} }],
])('the editor shows the parameter %o as %s with the default %j', (kind, type, initial, more) => {
	const shown = { displayName: 'Label', name: 'named', description: 'About', type, default: initial, ...more };
	expect(fieldsOf({ named: kind })).toEqual([shown]);
});

it('a value is quoted without markup and with what no one can see written out, up to 200 characters', () => {
	expect(quoted('a\u200b\u00a0\n b')).toBe("'a[U+200B][U+00A0][U+000A] b'");
	expect(quoted('<b>\ud83d</b>')).toBe("'‹b›[U+D83D]‹/b›'");
	expect(quoted('😀'.repeat(201))).toBe(`'${'😀'.repeat(200)}…'`);
	expect(quoted('x'.repeat(200))).toBe(`'${'x'.repeat(200)}'`);
	expect(quoted('x'.repeat(201))).toBe(`'${'x'.repeat(200)}…'`);
	expect([firstOf(['a', 'b'], 2), firstOf(['a', 'b', 'c'], 2)]).toEqual(["'a', 'b'", "'a', 'b', and 1 more"]);
});
