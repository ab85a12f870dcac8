import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { useSimulator } from '../support/simulator.ts';
import type { OperationName } from './support.ts';
import { assessmentId, byEmail, byIdentifier, failureOf, run } from './support.ts';

const service = useSimulator();

const IDENTIFIER = '0123456789'.repeat(20);

/** Enough for any operation that takes one of them. */
const FILLED = { assessmentId: assessmentId('a'), uniqueIdentifier: 'x', link: '2020q3/response-text/1' };

/** With one more, that of a collection behind a dot. */
function withParameter(parameters: INodeParameters, path: string, value: string): INodeParameters {
	const [name = '', field] = path.split('.');
	if (field !== undefined) return { ...parameters, [name]: { [field]: value } };
	return { ...parameters, [name]: name === 'user' ? byIdentifier(value) : value };
}

const CASES: Array<[title: string, OperationName, INodeParameters, message: RegExp]> = [
	['no assessment', 'assignment.create', { uniqueIdentifier: 'x' }, /'Assessment' is empty/],
	[
		'neither e-mail nor identifier',
		'assignment.create',
		{ assessmentId: assessmentId('a'), emailAddress: ' ' },
		/Both 'Email Address' and 'Unique Identifier' are empty/,
	],
	[
		'an identifier of 201 characters',
		'assignment.create',
		{ assessmentId: assessmentId('a'), uniqueIdentifier: `${IDENTIFIER}x` },
		/'Unique Identifier' is longer than 200 characters/,
	],
	...['/thanks', 'example.com/thanks', '//example.com', 'ftp://example.com', 'https:', 'javascript:alert(1)'].map(
		(returnUrl): (typeof CASES)[number] => [
			`the return URL ${returnUrl}`,
			'assignment.create',
			{ assessmentId: assessmentId('a'), uniqueIdentifier: 'x', additionalFields: { returnUrl } },
			/'Return URL' is not a full http or https address/,
		],
	),
	['an empty user', 'score.get', { user: byEmail('  ') }, /'User' is empty/],
	['an empty user', 'signInLink.create', { user: byIdentifier('') }, /'User' is empty/],
	['an empty user', 'file.downloadAll', { user: byIdentifier(''), userAssessmentId: 'x' }, /'User' is empty/],
	['no report', 'file.downloadAll', { user: byIdentifier('x') }, /'User Assessment' is empty/],
	[
		'an unknown kind of file',
		'file.downloadAll',
		{ user: byIdentifier('x'), userAssessmentId: 'y', options: { include: ['video'] } },
		/'Include' has 'video', which is none of its choices/,
	],
	...(
		[
			['assignment.create', 'ifAlreadyAssigned', { assessmentId: assessmentId('a'), uniqueIdentifier: 'x' }],
			['score.getAll', 'output', {}],
			['webhook.create', 'ifAlreadyRegistered', { url: 'https://example.com/' }],
		] as const
	).flatMap(([operation, name, parameters]) =>
		['returnexisting', '', '={{ undefined }}'].map((value): (typeof CASES)[number] => [
			`${name} ${JSON.stringify(value)}`,
			operation,
			{ ...parameters, [name]: value },
			/which is none of its choices/,
		]),
	),
	['an unknown mode', 'score.get', { user: { __rl: true, mode: 'phone', value: '1' } }, /'User' has the unknown mode/],
	['no group name', 'group.create', { name: ' ' }, /'Name' is empty/],
	['no start date', 'assignment.getAll', {}, /'Assigned On or After' is empty/],
	['no date', 'assignment.getAll', { assignedOnOrAfter: 'soon' }, /'Assigned On or After' is not a date: soon/],
	[
		'no date',
		'assignment.getAll',
		{ assignedOnOrAfter: '2026-01-01', filters: { assignedOnOrBefore: '2026-13-45' } },
		/'Assigned On or Before' is not a date: 2026-13-45/,
	],
	[
		'an unknown status',
		'assignment.getAll',
		{ assignedOnOrAfter: '2026-01-01', filters: { statuses: ['NeedsReview'] } },
		/'Statuses' has 'NeedsReview', which is none of its choices/,
	],
	...['startedOnOrAfter', 'startedOnOrBefore', 'completedOnOrAfter', 'completedOnOrBefore'].map(
		(filter): (typeof CASES)[number] => [
			`the filter ${filter}`,
			'score.getAll',
			{ filters: { [filter]: 1_700_000_000_000 } },
			/' is not a date: 1700000000000/,
		],
	),
	[
		'an unknown type',
		'score.getAll',
		{ filters: { assessmentTypes: ['tenpoint'] } },
		/'Assessment Types' has 'tenpoint', which is none of its choices/,
	],
	...(['score.getAll', 'assignment.getAll'] as const).map((operation): (typeof CASES)[number] => [
		'a list of objects for assessments',
		operation,
		{ assignedOnOrAfter: '2026-01-01', filters: { assessmentNames: '={{ [{ name: "a" }] }}' } },
		/'Assessment Names or IDs' is not a list of texts/,
	]),
	['a limit of 0', 'group.getAll', { limit: 0 }, /'Limit' must be a whole number of at least 1/],
	['a limit of 1.5', 'score.getAll', { limit: 1.5 }, /'Limit' must be a whole number of at least 1/],
	[
		'a time-out of 0',
		'group.getAll',
		{ options: { timeout: 0 } },
		/'Timeout \(Seconds\)' must be a number of at least 1/,
	],
	[
		'a negative wait',
		'group.getAll',
		{ options: { maxRateLimitWait: -1 } },
		/'Max Rate Limit Wait \(Seconds\)' must be a number of at least 0/,
	],
	...(
		[
			['assignment.create', 'emailAddress', 'Email Address'],
			['assignment.create', 'uniqueIdentifier', 'Unique Identifier'],
			['assignment.create', 'additionalFields.returnUrl', 'Return URL'],
			['file.downloadText', 'link', 'Link'],
			['file.downloadText', 'options.fileName', 'File Name'],
			['group.create', 'name', 'Name'],
			['score.get', 'user', 'User'],
			['signInLink.create', 'additionalFields.userAssessmentId', 'User Assessment'],
		] as const
	).flatMap(([operation, path, label]) =>
		(
			[
				['={{ ["nora@example.com"] }}', 'a list'],
				['={{ ({ email: "nora@example.com" }) }}', 'an object'],
				['={{ true }}', 'true'],
			] as const
		).map(([value, kind]): (typeof CASES)[number] => [
			`${kind} for ${path}`,
			operation,
			withParameter({ ...FILLED, user: byIdentifier('x') }, path, value),
			new RegExp(`^The parameter '${label}' needs a text, but got ${kind}$`),
		]),
	),
	['no link', 'file.downloadAudio', { link: '' }, /'Link' is empty/],
	[
		'no output field',
		'file.downloadText',
		{ link: 'x', binaryPropertyName: '' },
		/'Put Output File in Field' is empty/,
	],
	...['/hook', 'example.com/hook', 'ftp://example.com', '//example.com'].map((url): (typeof CASES)[number] => [
		`the URL ${url}`,
		'webhook.create',
		{ url },
		/'URL' is not a full http or https address/,
	]),
];

/** Links to another host in every disguise. `{base}` stands for {base_host}. */
const FOREIGN_LINKS = [
	'//evil.example/2020q3/certificate/1',
	'https://evil.example/2020q3/certificate/1',
	'http://evil.example/2020q3/certificate/1',
	'\\\\evil.example\\certificate',
	'/\\evil.example/certificate',
	'2020q3/../../certificate',
	'../certificate',
	'2020q3/%2e%2e/%2E%2E/certificate',
	'2020q3/..%2f..%2fcertificate',
	'2020q3/..\\..\\certificate',
	'file:///etc/passwd',
	'data:text/plain,x',
	'javascript:alert(1)',
	'HTTPS://EVIL.EXAMPLE/x',
	'http:/evil.example/x',
	'http:evil.example',
	'{base}@evil.example/x',
	'http://user:password@{host}/2020q3/certificate/1',
	'{base}.evil.example/x',
	'{base}/../x',
	'?x',
	'#x',
	'2020q3/certificate/1\n2',
	'ht\ttp://evil.example',
];

describe('bad input is an error that names the parameter, and its item beside it, before any request', () => {
	it.each(CASES)('%s in %s', async (_title, operation, parameters, message) => {
		const { credentials, requests } = service();
		const failure = await failureOf(run(credentials, operation, parameters));
		expect(failure.message).toMatch(message);
		expect(failure).toMatchObject({ context: { itemIndex: 0 } });
		expect(await requests()).toEqual([]);
	});

	it('an identifier of 200 characters is not too long', async () => {
		const { simulator, credentials } = service();
		const { assessments } = await simulator.control.state();
		const parameters = { assessmentId: assessmentId(assessments[0]?.assessmentId ?? ''), uniqueIdentifier: IDENTIFIER };
		expect(await run(credentials, 'assignment.create', parameters)).toHaveLength(1);
	});

	it.each(['file.downloadAudio', 'file.downloadText', 'file.downloadCertificate'] as const)(
		'%s follows no link to elsewhere',
		async (operation) => {
			const { simulator, credentials, requests } = service();
			for (const template of FOREIGN_LINKS) {
				const link = template.replace('{base}', simulator.baseHost).replace('{host}', new URL(simulator.baseHost).host);
				const failure = await failureOf(run(credentials, operation, { link }));
				expect(failure.message, link).toMatch(/^The link was refused because .* \('Link'\)$/);
			}
			expect(await requests()).toEqual([]);
		},
	);

	it('an operation that there is not', async () => {
		const { credentials, requests } = service();
		const failure = await failureOf(run(credentials, 'score.getEverything'));
		expect(failure.message).toBe("The node has no operation 'getEverything' for 'score'");
		expect(await requests()).toEqual([]);
	});

	it('names the item that is wrong', async () => {
		const { credentials, requests } = service();
		const items = [{ json: { name: '' } }];
		const failure = await failureOf(run(credentials, 'group.create', { name: '={{ $json.name }}' }, items));
		expect(failure.message).toBe("The parameter 'Name' is empty");
		expect(await requests()).toEqual([]);
	});
});

describe('credentials that can not work are an error before any request', () => {
	it.each([
		['http://assess.example.com', '2020q3', /must start with https:\/\//],
		['http://127.0.0.1.evil.example', '2020q3', /must start with https:\/\//],
		['http://127.0.0.2', '2020q3', /must start with https:\/\//],
		['assess.example.com', '2020q3', /must start with https:\/\//],
		['', '2020q3', /must start with https:\/\//],
		['https://user:secret@assess.example.com', '2020q3', /have no user name/],
		['https://assess.example.com?x=1', '2020q3', /have no user name, '\?' or '#'/],
		['https://assess.example.com', '../admin', /'API Version' of the credentials must be one path segment/],
		['https://assess.example.com', '..', /'API Version' of the credentials must be one path segment/],
	])('%s with version %s', async (baseHost, apiVersion, message) => {
		const failure = await failureOf(run({ apiKey: 'key', baseHost, apiVersion }, 'group.getAll'));
		expect(failure.message).toMatch(message);
		expect(failure.message).not.toContain('secret');
	});

	it('an empty key', async () => {
		const { credentials } = service();
		const failure = await failureOf(run({ ...credentials, apiKey: ' ' }, 'group.getAll'));
		expect(failure.message).toBe("The 'API Key' of the credentials is empty");
	});

	it('an address with slashes and a pasted version works, and so does a path prefix', async () => {
		const { simulator, credentials } = service();
		for (const tail of ['/', '//', '/2020q3', '/2020q3/', '/beta/']) {
			const pasted = { ...credentials, baseHost: ` ${simulator.baseHost}${tail} ` };
			expect(await run(pasted, 'group.getAll'), tail).toHaveLength(3);
		}
	});
});
