import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { expect } from 'vitest';

import { chain } from '../../../../playground/workflows/build.ts';
import { actionNode } from '../../../../playground/workflows/nodes.ts';
import { submitForm } from '../support/form.ts';
import { SENDER } from '../support/world.ts';
import type { World } from '../support/world.ts';

const steps = readFileSync('README.md', 'utf8').split('### Invite a list\n')[1]?.split('\n## ')[0] ?? '';

/** The first code after these words in the README's quick start. */
function codeAfter(words: string): string {
	const [, code] = /`([^`]+)`/.exec(steps.split(words)[1] ?? '') ?? [];
	if (code === undefined) throw new Error(`The quick start has no code after '${words}'`);
	return code;
}

/** The README's second quick start, with the values that stand there. */
export async function quickStart(world: World): Promise<void> {
	const { playground, mailbox, credentials } = world;
	const { api, n8n, simulator } = playground;
	const webhookId = randomUUID();
	const list = codeAfter('type **File**, label');
	const form = {
		name: 'On form submission',
		type: 'n8n-nodes-base.formTrigger',
		typeVersion: 2.2,
		webhookId,
		parameters: {
			formTitle: 'Invite',
			formFields: { values: [{ fieldLabel: list, fieldType: 'file', multipleFiles: false }] },
		},
	};
	const csv = {
		name: 'Extract from File',
		type: 'n8n-nodes-base.extractFromFile',
		parameters: { operation: 'csv', binaryPropertyName: codeAfter('**Input Binary Field** to'), options: {} },
	};
	const invite = actionNode(
		'Invite',
		{
			resource: 'assignment',
			operation: 'create',
			assessmentId: { __rl: true, mode: 'name', value: 'English Speaking' },
			emailAddress: `=${codeAfter('**Email Address** to')}`,
			givenName: `=${codeAfter('**Given Name** to')}`,
			surName: `=${codeAfter('**Surname** to')}`,
		},
		credentials,
	);
	const isNotEmpty = {
		id: randomUUID(),
		leftValue: `=${codeAfter('The condition is')}`,
		rightValue: '',
		operator: { type: 'string', operation: 'notEmpty', singleValue: true },
	};
	const filter = {
		name: codeAfter('add **Filter** and name it'),
		type: 'n8n-nodes-base.filter',
		typeVersion: 2.2,
		parameters: {
			conditions: { combinator: 'and', options: { version: 2, typeValidation: 'strict' }, conditions: [isNotEmpty] },
		},
	};
	const email = {
		name: 'Send Email',
		type: 'n8n-nodes-base.emailSend',
		typeVersion: 2.1,
		credentials,
		parameters: {
			fromEmail: SENDER,
			toEmail: `=${codeAfter('Send it to')}`,
			subject: 'Your assessment',
			emailFormat: 'text',
			text: `=${codeAfter('with this text:')}`,
		},
	};
	const { id } = await api.workflows.create(
		chain('Quick start', [form, csv, { ...invite, onError: 'continueErrorOutput' }, filter, email]),
	);
	await world.publish(id);

	const upload = async (...lines: string[]) => {
		const [header = ''] = readFileSync('examples/people.csv', 'utf8').split('\n');
		await submitForm({ url: n8n.url, path: webhookId }, [new File([[header, ...lines].join('\n')], 'people.csv')]);
	};
	const [quin, rae] = ['quin@example.com', 'rae@example.com'];
	await upload(`${quin},Quin,Quick`, ',No,Address');
	await world.executions(id, 1);
	expect(mailbox.to(quin)).toHaveLength(1);
	expect(mailbox.to(quin)[0]?.text).toMatch(/^Hi Quin, please take your English Speaking assessment: http\S+\s/);
	expect(await simulator.control.user({ emailAddress: quin })).toMatchObject({ surname: 'Quick' });

	await upload(`${quin},Quin,Quick`, `${rae},Rae,Ready`);
	await world.executions(id, 2);
	expect([mailbox.to(quin), mailbox.to(rae)].map(({ length }) => length)).toEqual([1, 1]);
}
