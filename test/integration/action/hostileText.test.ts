import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { EnterpriseAssessment } from '../../../nodes/EnterpriseAssessment/EnterpriseAssessment.node.ts';
import { byPath } from '../../unit/structure/properties.ts';
import { ActiveWorkflow } from '../pollTrigger/activeWorkflow.ts';
import { executeContext, recordLog } from '../support/n8nContext.ts';
import { trigger } from '../webhookTrigger/support/trigger.ts';
import { EACH_NAMED, row } from './invitations.ts';
import { assessmentId, assessmentName, byEmail, byIdentifier } from './support.ts';
import { FILLED, type OperationName, useAction } from './support.ts';

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

const REPORT = {
	userAssessmentId: HOSTILE,
	assessmentName: 'English Speaking',
	status: 'InProgress',
	completed: HOSTILE,
};
const USER = { userId: HOSTILE, email: 'a@x.de', uniqueIdentifier: SHORT, givenName: HOSTILE, surname: HOSTILE };
const userWith = (...scoreReports: object[]) => ({ ...USER, scoreReports });

const TWICE = ['1', '2'].map((number) => number + HOSTILE);
const ASSESSMENTS = { assessments: TWICE.map((name) => ({ assessmentId: name, name })) };
const ALIKE = { assessments: TWICE.map((id) => ({ assessmentId: id, name: 'x' })) };
const GROUPS = { groups: TWICE.map((name) => ({ groupId: name, name })) };
const ALIKE_GROUPS = { groups: TWICE.map((id) => ({ groupId: id, name: 'New' })) };

const READS_A = '={{ $json.a }}';
const COLUMN = [{ [HOSTILE]: 1 }, {}];
const SIBLINGS = [HOSTILE, 'Bo'].map((givenName) => ({ ...row('a@x.de', SHORT).json, givenName, surname: 'Fox' }));
const FAILS = { ifAlreadyAssigned: 'fail', ifAlreadyRegistered: 'fail' };
const CREATE = 'assignment.create';

type Said = [says: RegExp, operation: OperationName, change: INodeParameters];

const OF_ROWS: Array<[...Said, rows: object[]]> = [
	[/found nothing in any of the 2 rows/, CREATE, { givenName: READS_A }, COLUMN],
	[/found nothing in any of the 2 rows/, CREATE, { uniqueIdentifier: READS_A }, COLUMN],
	[/reads 'a ‹b›', but the list has 'A ‹b›'/, CREATE, { surName: '={{ $json["a <b>"] }}' }, [{ 'A <b>': 1 }]],
	[/has only one column, 'evil/, CREATE, { emailAddress: READS_A }, [{ [`${SHORT};b`]: 1 }]],
	[/the fields 'evil/, 'score.get', { user: byIdentifier(READS_A) }, COLUMN.slice(0, 1)],
	[/is also in item 1, but with the name 'evil/, CREATE, EACH_NAMED, SIBLINGS],
	[/no user with the unique identifier evil/, 'score.get', { user: byIdentifier(SHORT) }, [{}]],
	[/isn't an email address: 'evil/, 'score.get', { user: byEmail(HOSTILE) }, [{}]],
	[/is damaged: 'evil/, 'group.create', { name: `${SHORT}\uFFFD` }, [{}]],
	[/ \[item 2, evil/, 'group.create', { name: READS_A }, [{ a: 'x' }, { a: '', email: HOSTILE }]],
];

const OF_RESPONSES: Array<[...Said, path: string, json: object]> = [
	[/to a different person \(evil/, CREATE, { uniqueIdentifier: 'a' }, '/score', { ...userWith(), email: HOSTILE }],
	[/\(userAssessmentId evil/, CREATE, FAILS, '/score', userWith(REPORT)],
	[/status .*evil/, CREATE, FAILS, '/score', userWith({ ...REPORT, status: HOSTILE })],
	[/several assessments .* enter 1evil/, CREATE, { assessmentId: assessmentName('x') }, '/assessments', ALIKE],
	[/Use one of these: '1evil/, CREATE, {}, '/assessments', ASSESSMENTS],
	[/Use one of these: '1evil/, 'score.getAll', { filters: { assessmentNames: ['x'] } }, '/assessments', ASSESSMENTS],
	[/Use one of these: '1evil/, CREATE, { assignedGroups: ['x'] }, '/groups', GROUPS],
	[/several groups called .* one of them: '1evil/, 'group.create', {}, '/groups', ALIKE_GROUPS],
	[/webhook: evil.*registered at evil/, 'webhook.create', FAILS, '/webhook', { url: HOSTILE, createdAt: HOSTILE }],
	[/no score report with the ID evil/, 'file.downloadAll', { userAssessmentId: HOSTILE }, '/score', userWith()],
];

describe('a message contains no outside text as it is', () => {
	it.each(OF_ROWS)('that is in the rows: %s (%s)', async (says, operation, change, rows) => {
		const texts = await textsOf(operation, { ...FILLED, ...change }, rows);
		expect(texts.join('\n')).toMatch(says);
		expectClean(texts);
	});

	it.each(OF_RESPONSES)('that the service returns: %s (%s)', async (says, operation, change, path, json) => {
		await action.inject({ kind: 'json', json }, path, { times: 'always' });
		const texts = await textsOf(operation, { ...FILLED, ...change }, [{}]);
		expect(texts.join('\n')).toMatch(says);
		expectClean(texts);
	});

	it('that the service writes', async () => {
		const words = [{ title: HOSTILE, errors: { [HOSTILE]: [HOSTILE] } }, [HOSTILE, SHORT], HOSTILE, { [HOSTILE]: 1 }];
		for (const body of words.map((word) => JSON.stringify(word))) {
			for (const status of [400, 403, 409, 418]) {
				await action.inject({ kind: 'status', status, body }, undefined, { times: 'always' });
				const texts = await textsOf(CREATE, FILLED, [{}]);
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
