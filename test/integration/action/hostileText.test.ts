import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { EnterpriseAssessment } from '../../../nodes/EnterpriseAssessment/EnterpriseAssessment.node.ts';
import { byPath } from '../../unit/structure/properties.ts';
import { ActiveWorkflow } from '../pollTrigger/activeWorkflow.ts';
import { executeContext, recordLog } from '../support/n8nContext.ts';
import { trigger } from '../webhookTrigger/support/trigger.ts';
import { EACH, row } from './invitations.ts';
import type { OperationName } from './support.ts';
import { assessmentId, assessmentName, byEmail, byIdentifier, useAction } from './support.ts';

const action = useAction();

/** It begins with what n8n's editor would show as a link and a picture. */
const HOSTILE = `evil<a href="//evil.example">x</a><img src="//evil.example/b.png">\u202E\u200B\r\n\u2028\u0007${'x'.repeat(100_000)}`;
/** Short enough for an identifier. */
const SHORT = HOSTILE.slice(0, 150);

/** Expects outside text without markup, line breaks and invisible characters, and not too much of it. */
function expectClean(texts: string[]): void {
	for (const text of texts) {
		expect(text).not.toMatch(/[<>\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
		expect(text.length).toBeLessThan(6_000);
	}
}

/** Everything that a run says: errors, error items, hints and log lines. */
async function textsOf(operation: OperationName, parameters: INodeParameters, items: object[]): Promise<string[]> {
	const texts: string[] = [];
	const input = items.map((json) => ({ json: { ...json } }));
	for (const onError of ['continueRegularOutput', 'stopWorkflow'] as const) {
		const node = action.node(operation, parameters, { settings: { onError } });
		const { context, nodeType } = executeContext(node, input);
		const log = recordLog(context);
		const running = nodeType.execute?.call(context);
		const output = await running?.catch((error: Error & { description?: string }) => {
			texts.push(error.message, error.description ?? '');
		});
		const errors = Array.isArray(output) ? (output[0] ?? []).map(({ json }) => json.error) : [];
		texts.push(...errors.filter((error) => typeof error === 'string'));
		texts.push(...context.hints.map(({ message }) => message), ...log.debug, ...log.warn);
	}
	return texts;
}

const FILLED: INodeParameters = {
	...{ assessmentId: assessmentName('English Speaking'), emailAddress: 'a@x.de', name: 'x', url: 'https://x.de/' },
	...{ link: '2020q3/response-text/1', user: byIdentifier('EMP-001'), assignedOnOrAfter: '2026-01-01' },
};

const PARAMETERS = new EnterpriseAssessment().description.properties.flatMap(({ displayOptions, ...shown }) =>
	byPath([shown]).flatMap(({ name, property: { type } }) => {
		const { resource: [resource] = [], operation: [operation] = [] } = displayOptions?.show ?? {};
		const isOne = typeof resource === 'string' && typeof operation === 'string';
		return isOne ? [[`${resource}.${operation}`, name, type] as const] : [];
	}),
);

it.each(PARAMETERS)('%s says no outside text as it is if it comes with %s (%s)', async (operation, path, type) => {
	const [name = '', field] = path.split('.');
	for (const value of [HOSTILE, `evil@${SHORT}`]) {
		const given = type === 'resourceLocator' ? assessmentId('={{ $json.value }}') : '={{ $json.value }}';
		const parameters = { ...FILLED, [name]: field === undefined ? given : { [field]: given } };
		expectClean(await textsOf(operation, parameters, [{ value, email: value, [value]: 1 }]));
	}
});

const EMPTY = { scoreReports: [] };
const REPORT = {
	userAssessmentId: HOSTILE,
	assessmentName: 'English Speaking',
	status: 'InProgress',
	completed: HOSTILE,
};
const USER = { userId: HOSTILE, email: 'a@x.de', uniqueIdentifier: SHORT, givenName: HOSTILE, surname: HOSTILE };
const TWICE = ['1', '2'].map((number) => number + HOSTILE);
const SINCE = { assignedOnOrAfter: '2020-01-01' };
const FAILING = { ...FILLED, uniqueIdentifier: '', ifAlreadyAssigned: 'fail' };

type Case = [
	says: RegExp,
	operation: OperationName,
	parameters: INodeParameters,
	items?: object[],
	/** What the service returns, by path. */
	responses?: Record<string, unknown>,
];

const CASES: Case[] = [
	[
		/found nothing in any of the 2 rows/,
		'assignment.create',
		{ ...FILLED, givenName: '={{ $json.a }}' },
		[{ [HOSTILE]: 1 }, {}],
	],
	[
		/so|found nothing in any/,
		'assignment.create',
		{ ...FILLED, uniqueIdentifier: '={{ $json.a }}' },
		[{ [HOSTILE]: 1 }, {}],
	],
	[
		/reads 'a ‹b›', but the list has 'A ‹b›'/,
		'assignment.create',
		{ ...FILLED, surName: '={{ $json["a <b>"] }}' },
		[{ 'A <b>': 1 }],
	],
	[
		/has only one column, 'evil/,
		'assignment.create',
		{ ...FILLED, emailAddress: '={{ $json.a }}' },
		[{ [`${SHORT};b`]: 1 }],
	],
	[/is empty.*'\s?evil|the fields 'evil/, 'score.get', { user: byIdentifier('={{ $json.a }}') }, [{ [HOSTILE]: 1 }]],
	[
		/is also in item 1, but with the given name 'evil/,
		'assignment.create',
		{ ...FILLED, ...EACH, givenName: '={{ $json.name }}' },
		[HOSTILE, 'Bo'].map((name) => ({ ...row('a@x.de', SHORT).json, name })),
	],
	[
		/belongs to a different person \(evil/,
		'assignment.create',
		{ ...FILLED, uniqueIdentifier: 'a' },
		[{}],
		{ '/score': { ...USER, ...EMPTY, email: HOSTILE } },
	],
	[/\(userAssessmentId evil/, 'assignment.create', FAILING, [{}], { '/score': { ...USER, scoreReports: [REPORT] } }],
	[
		/status .*evil/,
		'assignment.create',
		FAILING,
		[{}],
		{ '/score': { ...USER, scoreReports: [{ ...REPORT, status: HOSTILE }] } },
	],
	[
		/several assessments called .* enter 1evil/,
		'assignment.create',
		{ ...FILLED, assessmentId: assessmentName('x') },
		[{}],
		{ '/assessments': { assessments: TWICE.map((id) => ({ assessmentId: id, name: 'x' })) } },
	],
	[
		/Use one of these: '1evil/,
		'assignment.create',
		FILLED,
		[{}],
		{ '/assessments': { assessments: TWICE.map((name) => ({ assessmentId: name, name })) } },
	],
	[
		/Use one of these: '1evil/,
		'score.getAll',
		{ filters: { assessmentNames: ['x'] } },
		[{}],
		{
			'/assessments': { assessments: TWICE.map((name) => ({ assessmentId: name, name })) },
			'/scores': { userScores: [] },
		},
	],
	[
		/Use one of these: '1evil/,
		'assignment.create',
		{ ...FILLED, assignedGroups: ['x'] },
		[{}],
		{ '/groups': { groups: TWICE.map((name) => ({ groupId: name, name })) } },
	],
	[
		/several groups called .* one of them: '1evil/,
		'group.create',
		FILLED,
		[{}],
		{ '/groups': { groups: TWICE.map((id) => ({ groupId: id, name: 'x' })) } },
	],
	[
		/already has a webhook: evil.*registered at evil/,
		'webhook.create',
		FILLED,
		[{}],
		{ '/webhook': { url: HOSTILE, createdAt: HOSTILE } },
	],
	[
		/no score report with the ID evil/,
		'file.downloadAll',
		{ ...FILLED, userAssessmentId: HOSTILE },
		[{}],
		{ '/score': { ...USER, ...EMPTY } },
	],
	[/no user with the unique identifier evil/, 'score.get', { user: byIdentifier(SHORT) }],
	[/isn't an email address: 'evil/, 'score.get', { user: byEmail(HOSTILE) }],

	[/is damaged: 'evil/, 'group.create', { name: `${SHORT}\uFFFD` }],
	[/ \[item 2, evil/, 'group.create', { name: '={{ $json.name }}' }, [{ name: 'x' }, { name: '', email: HOSTILE }]],
];

describe('a message contains no outside text as it is', () => {
	it.each(CASES)('%s (%s)', async (says, operation, parameters, items = [{}], responses = {}) => {
		for (const [path, json] of Object.entries(responses)) {
			await action.inject({ kind: 'json', json }, path, { times: 'always' });
		}
		const texts = await textsOf(operation, parameters, items);
		expect(texts.join('\n')).toMatch(says);
		expectClean(texts);
	});

	it.each<OperationName>([
		'assignment.getAll',
		'score.get',
		'group.getAll',
		'webhook.get',
		'file.downloadText',
		'assignment.create',
	])('that the service writes about %s', async (operation) => {
		const words = [{ title: HOSTILE, errors: { [HOSTILE]: [HOSTILE] } }, [HOSTILE, SHORT], HOSTILE, { [HOSTILE]: 1 }];
		for (const body of words.map((word) => JSON.stringify(word))) {
			for (const status of [400, 403, 409, 418]) {
				await action.inject(
					{ kind: 'status', status, body, headers: { location: 'https://evil.example' } },
					undefined,
					{ times: 'always' },
				);
				const texts = await textsOf(operation, { ...FILLED, ...SINCE }, [{}]);
				expect(texts.join('\n')).toMatch(/evil/);
				expectClean(texts);
				await action.control().clearFaults({});
			}
		}
	});

	it('that a trigger shows when it is published', async () => {
		await action.inject({ kind: 'json', json: { url: HOSTILE, createdAt: HOSTILE } }, '/webhook', { times: 'always' });
		const assessments = TWICE.map((name) => ({ assessmentId: name, name }));
		await action.inject({ kind: 'json', json: { assessments } }, '/assessments', { times: 'always' });
		const said = async (publishing: Promise<unknown>) => await publishing.then(String, (error: Error) => error.message);
		const credentials = action.credentials();
		const parameters = { filters: { assessmentNames: [HOSTILE] } };
		const texts = [
			await said((await trigger(credentials)).create()),
			await said((await trigger(credentials, parameters)).create()),
			await said(new ActiveWorkflow({ credentials, parameters }).poll()),
		];
		for (const text of texts) expect(text).toMatch(/evil/);
		expectClean(texts);
	});
});
