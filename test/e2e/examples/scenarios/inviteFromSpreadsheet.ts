import { expect } from 'vitest';

import { createDataTable } from '../support/dataTable.ts';
import { excelFile } from '../support/excelFile.ts';
import { submitForm } from '../support/form.ts';
import { ORGANISER, SENDER } from '../support/world.ts';
import type { World } from '../support/world.ts';

const people = [
	{ email: 'ada@example.com', givenName: 'Ada', surname: 'Łubieńska' },
	{ email: 'bo@example.com', givenName: 'Bo', surname: 'O’Neill, Jr.' },
	{ email: 'cy@example.com', givenName: 'Cy', surname: 'Öz' },
];

export async function inviteFromSpreadsheet(world: World): Promise<void> {
	const { api, n8n, simulator } = world.playground;
	const { control } = simulator;
	const table = await createDataTable(api, 'Invitations', ['email', 'link', 'userAssessmentId', 'mailedAt', 'problem']);
	const [assessment] = (await control.state()).assessments;
	const { userId } = await control.addUser({ email: 'eve@example.com' });
	await control.assign({ userId, assessmentId: assessment?.assessmentId ?? '' });
	const done = await control.addUser({ email: 'Fin@example.com' });
	const finished = await control.assign({ userId: done.userId, assessmentId: assessment?.assessmentId ?? '' });
	await control.finish({ userAssessmentId: finished.userAssessmentId });
	const chosen = { dataTableId: table.choice };
	const { id, webhookId } = await world.imported('invite-from-spreadsheet', {
		Settings: { 'assignments.assignments.assessment.value': assessment?.name },
		'Email the Invitation': { fromEmail: SENDER },
		'Look Up the Person': chosen,
		'Keep the Link': chosen,
		'Write It Down': chosen,
		'Note the Row': chosen,
	});
	await world.publish(id);

	const upload = async (file: File, password = ORGANISER.password) => {
		const login = { ...ORGANISER, password };
		return (await submitForm({ url: n8n.url, path: webhookId, login }, [file])).status;
	};
	const assigned = async (email: string) => (await control.user({ emailAddress: email })).assignments;
	const linkTo = (email: string) => /http\S+/.exec(world.mailbox.to(email)[0]?.text ?? '')?.[0] ?? '';

	const lines = people.map(({ email, givenName, surname }) => `${email},${givenName},"${surname}"`);
	const others = [
		',Nobody,Knows',
		' ADA@example.com ,Ada,Again',
		'eve@example.com,Eve,Elsewhere',
		'lou@example.com,Lou,Link-Lost',
		'fin@example.com,Fin,Finished',
	];
	const faulty = [',No one,Either', 'fay at example.com,Fay,Far', ',,', ''];
	const csv = ['\uFEFFE-Mail,First Name,Last Name', ...lines, ...others, ...faulty];
	expect(await upload(new File(csv, 'people.csv'), 'wrong')).toBe(401);
	world.mailbox.refuse('bo@example.com', true);
	// Lou is assigned, and the answer with the link is lost.
	await control.inject({ match: { path: '/assign' }, skip: people.length, fault: { kind: 'cut', after: true } });
	expect(await upload(new File([csv.join('\r\n')], 'people.csv'))).toBe(200);
	const [firstRun] = await world.executions(id, 1);
	expect(firstRun?.error()).toBeUndefined();
	for (const { email, givenName, surname } of people) {
		expect(await control.user({ emailAddress: email })).toMatchObject({ givenName, surname });
		expect(await assigned(email)).toHaveLength(1);
	}
	expect(world.mailbox.to('ada@example.com')).toMatchObject([{ from: { address: SENDER } }]);
	expect(world.mailbox.to('cy@example.com')).toHaveLength(1);
	expect(world.mailbox.to('bo@example.com')).toEqual([]);
	const report = async () => (await table.rows()).map(({ email, mailedAt, problem }) => ({ email, mailedAt, problem }));
	const mailed = { mailedAt: expect.stringMatching(/^20\d\d-/), problem: '' };
	const noAddress = (filledIn: string) => ({ mailedAt: null, problem: `No email address. Filled in: ${filledIn}` });
	expect(await report()).toEqual([
		{ email: 'row 5: Nobody Knows', ...noAddress('First Name, Last Name') },
		{ email: 'row 10: No one Either', ...noAddress('First Name, Last Name') },
		{ email: 'fay at example.com', ...noAddress('E-Mail, First Name, Last Name') },
		{ email: 'ada@example.com', ...mailed },
		{ email: 'bo@example.com', mailedAt: '', problem: expect.stringContaining('No such mailbox') },
		{ email: 'cy@example.com', ...mailed },
		{ email: 'eve@example.com', mailedAt: null, problem: expect.stringContaining('link is not known') },
		{ email: 'lou@example.com', mailedAt: null, problem: expect.stringContaining('link is not known') },
		{ email: 'fin@example.com', mailedAt: null, problem: expect.stringContaining('Has finished') },
	]);
	for (const email of ['eve@example.com', 'lou@example.com', 'fin@example.com']) {
		expect(await assigned(email), email).toHaveLength(1);
		expect(world.mailbox.to(email), email).toEqual([]);
	}

	for (const { email, userAssessmentId } of (await table.rows()).filter(({ link }) => Boolean(link))) {
		expect(await assigned(String(email))).toMatchObject([{ userAssessmentId }]);
	}

	// A week later: some have finished, the mailbox that was full takes mail again, and there is a new person.
	world.mailbox.refuse('bo@example.com', false);
	for (const email of ['cy@example.com', 'eve@example.com']) {
		const [userAssessment] = await assigned(email);
		await control.score({ userAssessmentId: userAssessment?.userAssessmentId ?? '', sendEvent: false });
	}
	const dee = { email: 'dee@example.com', givenName: 'Dee', surname: '李' };
	const eve = { email: 'eve@example.com', givenName: 'Eve', surname: 'Elsewhere' };
	expect(await upload(await excelFile(world.playground, [...people, dee, eve], 'people.XLSX'))).toBe(200);
	const [, secondRun] = await world.executions(id, 2);
	expect(secondRun?.error()).toBeUndefined();
	for (const { email, givenName, surname } of [...people, dee]) {
		expect(await control.user({ emailAddress: email })).toMatchObject({ givenName, surname });
		expect(await assigned(email), email).toHaveLength(1);
		expect(world.mailbox.to(email), email).toHaveLength(1);
		expect(world.mailbox.to(email)[0]?.text, email).toContain(`Hello ${givenName},`);
	}
	expect(await assigned(eve.email)).toHaveLength(1);
	expect(world.mailbox.to(eve.email)).toEqual([]);
	// The links sign in, as often as they are opened; the one of cy is finished with.
	for (const email of ['ada@example.com', 'bo@example.com', 'dee@example.com']) {
		for (const time of ['first', 'second']) expect((await fetch(linkTo(email))).status, `${email}, ${time}`).toBe(200);
	}
	expect((await report()).filter(({ problem }) => problem === '').map(({ email }) => email)).toEqual(
		[...people, dee].map(({ email }) => email),
	);
}
