import { readFileSync } from 'node:fs';

import { chain } from '../../../../playground/workflows/build.ts';
import { fillIn } from '../../../../playground/workflows/examples.ts';
import { actionNode, n8nNode } from '../../../../playground/workflows/nodes.ts';
import { SENDER, type World } from '../support/world.ts';

const steps = readFileSync('README.md', 'utf8').split('### Invite a list\n')[1]?.split('\n## ')[0] ?? '';

/** The first code in the README's quick start after these words. */
function codeAfter(words: string): string {
	const [, code] = /`([^`]+)`/.exec(steps.split(words)[1] ?? '') ?? [];
	if (code === undefined) throw new Error(`The quick start has no code after '${words}'`);
	return code;
}

/** The nodes of the README's second quick start, with the values from the README: form, file, invitation, email. */
export function quickStartNodes() {
	const file = { fieldLabel: codeAfter('**File** element labeled'), fieldType: 'file', multipleFiles: false };
	const invite = {
		resource: 'assignment',
		operation: 'create',
		assessmentId: { __rl: true, mode: 'name', value: 'English Speaking' },
		emailAddress: `=${codeAfter('**Email Address** to')}`,
		givenName: `=${codeAfter('**Given Name** to')}`,
		surName: `=${codeAfter('**Surname** to')}`,
		...(steps.includes('**If Already Assigned** to **Skip the Person**') ? { ifAlreadyAssigned: 'skip' } : {}),
	};
	const email = {
		fromEmail: SENDER,
		toEmail: `=${codeAfter('Append n8n Attribution**. Enter')}`,
		subject: 'Your assessment',
		emailFormat: 'text',
		text: `=${codeAfter('this text:')}`,
		options: { appendAttribution: !steps.includes('turn off **Options → Append n8n Attribution**') },
	};
	const enableBOM = steps.includes('**Exclude Byte Order Mark (BOM)**');
	const csv = { operation: 'csv', binaryPropertyName: codeAfter('**Input Binary Field** to'), options: { enableBOM } };
	/** The setting of the invite node or the email node, if the steps name it. */
	const onError = (named: string) => (steps.includes(named) ? { onError: 'continueErrorOutput' as const } : {});
	const authentication = steps.includes('**Authentication** to **Basic Auth**') ? 'basicAuth' : 'none';
	const trigger = { authentication, formTitle: 'Invite', formFields: { values: [file] } };
	return [
		n8nNode('On form submission', 'formTrigger', 2.2, trigger),
		n8nNode('Extract from File', 'extractFromFile', 1, csv),
		{ ...actionNode('Invite', invite, {}), ...onError('set **On Error** to **Continue (using error output)**') },
		{ ...n8nNode('Send Email', 'emailSend', 2.1, email), ...onError("Set this node's **On Error** the same way") },
	] as const;
}

/** Creates the quick start's workflow, which reads these files once it's published. */
export async function createQuickStart({ api, credentials, form }: Pick<World, 'api' | 'credentials' | 'form'>) {
	const workflow = fillIn(chain('Quick start', quickStartNodes()), credentials);
	const { id } = await api.workflows.create(workflow);
	const upload = async (...lines: string[]) => {
		const [header = ''] = readFileSync('examples/people.csv', 'utf8').split('\n');
		// Excel's *CSV UTF-8* begins with a byte order mark.
		const text = [`\uFEFF${header}`, ...lines].join('\n');
		await form(workflow.nodes[0]?.webhookId ?? '', [new File([text], 'people.csv')]);
	};
	return { id, upload };
}

export async function quickStart(world: World) {
	const { control, executions, expect, mailbox } = world;
	const { id, upload } = await createQuickStart(world);
	await world.publish(id);
	const [quin, rae, sam] = ['quin@example.com', 'rae@example.com', 'sam@example.com'];
	/** Rows that can't be used, and a part of the error that reports each. */
	const unusable = [
		[',No,Address', 'both empty'],
		['one@example.com; two@example.com,Two,People', 'one@example.com; two@example.com'],
		['jo@example.com,J\uFFFDrgen,Jo', "'Given Name' is damaged"],
		[`${quin},Sib,Ling`, 'also in item 1'],
	] as const;
	// One refused recipient doesn't cost the others their emails.
	mailbox.refused.add('ref@example.com');
	await upload(`${quin},Quin,Quick`, ...unusable.map(([row]) => row), 'ref@example.com,Ref,Used', `${rae},Rae,Ready`);
	const [first] = await executions(id, 1);
	expect(first?.error()).toBeUndefined();
	const errors = (node: string) => first?.items(node, 1).map(({ json }) => json.error);
	expect(errors('Invite')).toEqual(unusable.map(([, problem]): unknown => expect.stringContaining(problem)));
	expect(errors('Send Email')).toEqual([expect.stringContaining('No such mailbox')]);
	const text = expect.stringMatching(/^Hi Quin, please take your English Speaking assessment: http\S+\s*$/);
	expect(mailbox.to(quin)).toMatchObject([{ text }]);
	expect(await control.user({ emailAddress: quin })).toMatchObject({ surname: 'Quick' });

	await upload(`${quin},Quin,Quick`, `${sam},Sam,Second`);
	await executions(id, 2);
	expect(mailbox.recipients()).toEqual([quin, rae, sam]);
}
