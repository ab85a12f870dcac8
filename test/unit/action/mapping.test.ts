import { expect, it } from 'vitest';

import { missedField, namedFields } from '../../../nodes/EnterpriseAssessment/resources/assignment/mapping.ts';
import { growth } from '../growth.ts';

it.each<[expression: string, paths: string[][]]>([
	['={{ $json.Email }}', [['Email']]],
	['= {{ $json["First Name"] }}', [['First Name']]],
	["={{ $json['a']?.['b'].c?.d[0].trim() }}", [['a', 'b', 'c', 'd', '0']]],
	['={{ $json.First + " " + $json.Last + $json.First }}', [['First'], ['Last'], ['First']]],
	['={{ $json[`a`] }} {{ $input.item.json.größe_1 }}', [['a'], ['größe_1']]],
	[`={{ $json["\\"a\\" || b ?? c"] }} {{ $json['What\\'s $json.x?'] }}`, [['"a" || b ?? c'], ["What's $json.x?"]]],
	['={{ $json.Email ? $json.Email : 1 }}', [['Email'], ['Email']]],
	['={{ $json\n  .Email\n  .trim() }}', [['Email']]],
	['={{ $json [ "a" ] ?. b . c }}', [['a', 'b', 'c']]],
	['={{ $json.Email ?? "" }}', []],
	['={{ $json.Email || $json.Mail }}', []],
	['={{ $ifEmpty($json.Email, "") }}', []],
	['={{ $json.Email }} {{ JSON.stringify($json) }}', []],
	['={{ $json[$json.column] }}', []],
	['={{ $json.keys().first() }}', []],
	['={{ $("List").item.json.Email }}', []],
	['={{ $jsonEmail.x }}', []],
	[`=${Array.from({ length: 51 }, (_, index) => `{{ $json.f${index} }}`).join('')}`, []],
])('%s names the fields %j', (expression, paths) => {
	expect(namedFields(expression)).toEqual(paths);
});

const BOM = '\uFEFFEmail';

it.each<[expression: string, rows: object[], missed: ReturnType<typeof missedField>]>([
	['={{ $json.Email }}', [{}, { Name: 'A' }], { name: 'Email' }],
	['={{ $json.Email }}', [{}, { Email: '' }], undefined],
	['={{ $json.Email.trim() }}', [{ Email: null }], undefined],
	['={{ $json.Email }}', [{ [BOM]: 'a' }, { b: 1 }], { name: 'Email', near: BOM }],
	['={{ $json.GroBe }}', [{ ' gr o bè ': 'a' }], { name: 'GroBe', near: ' gr o bè ' }],
	['={{ $json.First + $json.Last }}', [{ Last: 'A' }], undefined],
	['={{ $json.a }}{{ $json.b }}', [{ B: 1 }], { name: 'b', near: 'B' }],
	['={{ $json.body.email }}', [{ body: 'a' }, { body: {} }], undefined],
	['={{ $json.body.email }}', [{ body: { Email: 1 } }, {}], { name: 'email', near: 'Email' }],
	['={{ $json.list[1] }}', [{ list: ['a'] }], { name: '1' }],
	['={{ $json.toString }}', [{ a: 1 }], { name: 'toString' }],
	['=nothing', [{ a: 1 }], undefined],
])('%s with the rows %j misses %j', (expression, rows, missed) => {
	expect(missedField(expression, rows)).toEqual(missed);
});

it.each([
	...[' $json.field', '$json["', "$json['", '$json[`', '$json[ ', '$json. ', '$json.a.b', '$json[0]', '$json["\\'],
	...['??', ' ', '\uFEFF'],
])('long lists and long expressions of %j take only as long as they are', async (unit) => {
	const prepare = (size: number) => ({
		rows: Array.from({ length: size }, (_, index) => ({ [`field ${index % 100}`]: index })),
		expression: `={{ ${unit.repeat((10 * size) / unit.length)}${' $json.field.x'.repeat(size)} }}`,
	});
	const grows = await growth(prepare, ({ rows, expression }) => missedField(expression, rows), 500);
	expect(grows).toBeLessThan(3);
});
