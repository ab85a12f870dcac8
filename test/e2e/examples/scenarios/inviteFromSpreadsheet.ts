import { excelFile } from '../support/excelFile.ts';
import { DAY_MS, ORGANIZER, SENDER, listed } from '../support/world.ts';
import type { World } from '../support/world.ts';

const people = [
	{ email: 'ada@example.com', givenName: 'Ada', surname: 'Łubieńska' },
	{ email: 'bo@example.com', givenName: 'Bo', surname: 'O’Neill, Jr.' },
	{ email: 'cy@example.com', givenName: '', surname: 'Öz' },
];
const elsewhere = 'eve@example.com';
const finished = 'fin@example.com';
const linkLost = 'lou@example.com';

export async function inviteFromSpreadsheet(world: World): Promise<void> {
	const { api, assign, assigned, control, expect, mailbox } = world;
	const table = await world.table('invitations');
	await assign({ email: elsewhere });
	const completedOn = new Date(Date.now() - 29 * DAY_MS).toISOString().slice(0, 10);
	await assign({ email: 'Fin@example.com' }, { assigned: -30, scored: -29 });
	const { id, webhookId } = await world.imported('invite-from-spreadsheet', { table });
	await world.publish(id);
	const upload = async (file: File) => {
		const { formSubmittedText } = (await (await world.form(webhookId, [file])).json()) as { formSubmittedText: string };
		return formSubmittedText;
	};
	const linkTo = (email: string) => /http\S+/.exec(mailbox.to(email)[0]?.text ?? '')?.[0] ?? '';

	const csv = [
		'\uFEFFE-Mail,First Name,Last Name',
		...people.map(({ email, givenName, surname }) => `${email},${givenName},"${surname}"`),
		',Nobody,Knows',
		' ADA@example.com ,Ada,Again',
		`${elsewhere},Eve,Elsewhere`,
		`${linkLost},Lou,Link-Lost`,
		`${finished},Fin,Finished`,
		',No one,Either',
		'fay at example.com,Fay,Far',
		',,',
		'',
	].join('\r\n');
	const wrong = { ...ORGANIZER, password: 'wrong' };
	expect(await world.form(webhookId, [new File([csv], 'people.csv')], wrong)).toHaveProperty('status', 401);
	mailbox.refused.add('bo@example.com');
	// Lou is assigned, but the response with the link is lost.
	await control.inject({ match: { path: '/assign' }, skip: people.length, fault: { kind: 'cut', after: true } });
	expect(await upload(new File([csv], 'people.csv'))).toBe(
		"Thank you! We're inviting the people on your list now. These rows can't be used: 5, 10, 11. " +
			'To see who was invited and who wasn\'t, open the table "invitations" in n8n, under Data tables.',
	);
	const [firstRun] = await world.executions(id, 1);
	expect(firstRun?.error()).toBeUndefined();
	for (const { email, surname } of people) {
		expect(await control.user({ emailAddress: email })).toMatchObject({ surname, assignments: [{}] });
	}
	expect(mailbox.to('ada@example.com')).toMatchObject([{ from: { address: SENDER } }]);
	expect(mailbox.to('cy@example.com')).toHaveLength(1);
	expect(mailbox.to('bo@example.com')).toEqual([]);
	const report = async () => (await table.rows()).map(({ email, mailedAt, problem }) => ({ email, mailedAt, problem }));
	const mailed = { mailedAt: expect.stringMatching(/^20\d\d-/), problem: '' };
	const unusable = (problem: string) => ({ mailedAt: null, problem });
	const notMailed = (problem: string) => ({ mailedAt: '', problem: expect.stringContaining(problem) });
	expect(await report()).toEqual([
		{ email: 'ada@example.com', ...mailed },
		{ email: 'bo@example.com', ...notMailed('No such mailbox') },
		{ email: 'cy@example.com', ...mailed },
		{ email: 'row 5: Nobody Knows', ...unusable('No email address') },
		{ email: elsewhere, ...notMailed('Not invited: already has this assessment') },
		{ email: linkLost, ...notMailed('Not invited: already has this assessment') },
		{ email: finished, ...notMailed(`Not invited: finished this assessment on ${completedOn}`) },
		{ email: 'row 10: No one Either', ...unusable('No email address') },
		{ email: 'row 11: fay at example.com Fay Far', ...unusable('Not one email address: fay at example.com') },
	]);
	for (const email of [elsewhere, linkLost, finished]) {
		expect(await assigned(email), email).toHaveLength(1);
		expect(mailbox.to(email), email).toEqual([]);
	}
	for (const { email, userAssessmentId } of (await table.rows()).filter(({ link }) => Boolean(link))) {
		expect((await assigned(String(email))).map((entry) => entry.userAssessmentId)).toContain(userAssessmentId);
	}

	// A week later, some people have finished, the full mailbox accepts mail again, and there is a new person.
	mailbox.refused.delete('bo@example.com');
	for (const email of ['cy@example.com', elsewhere]) {
		const [{ userAssessmentId = '' } = {}] = await assigned(email);
		await world.score(userAssessmentId);
	}
	const dee = { email: 'dee@example.com', givenName: 'Dee', surname: '李' };
	const eve = { email: elsewhere, givenName: 'Eve', surname: 'Elsewhere' };
	expect(await upload(await excelFile(api, [...people, dee, eve], 'people.XLSX'))).not.toContain('rows');
	const [, secondRun] = await world.executions(id, 2);
	expect(secondRun?.error()).toBeUndefined();
	for (const { email, givenName, surname } of [...people, dee]) {
		expect(await control.user({ emailAddress: email })).toMatchObject({ surname, assignments: [{}] });
		const text = expect.stringContaining(`Hi ${givenName || 'there'},\n\nWe'd like to invite you`);
		expect(mailbox.to(email)).toMatchObject([{ text }]);
	}
	expect(await assigned(elsewhere)).toHaveLength(1);
	expect(mailbox.to(elsewhere)).toEqual([]);
	// The links work no matter how often people open them. Cy has finished.
	for (const email of ['ada@example.com', 'bo@example.com', 'dee@example.com']) {
		for (const time of ['first', 'second']) expect((await fetch(linkTo(email))).status, `${email}, ${time}`).toBe(200);
	}
	const withoutProblem = (await report()).filter(({ problem }) => problem === '').map(({ email }) => email);
	expect(withoutProblem).toEqual(expect.arrayContaining([...people, dee].map(({ email }) => email)));
	expect(await report()).toContainEqual({ email: elsewhere, ...notMailed('Not invited: finished this assessment') });

	await anotherAssessment(world, table);
}

/** Another assessment has rows of its own in the same table, and people whose links have expired are invited again. */
async function anotherAssessment(world: World, table: Awaited<ReturnType<World['table']>>) {
	const { assign, assigned, control, expect, mailbox } = world;
	const [, { assessmentId = '', name = '' } = {}] = (await control.state()).assessments;
	const set = { 'Assign assessment': { assessmentId: listed(assessmentId, name) } };
	const { id, webhookId } = await world.imported('invite-from-spreadsheet', { table, set });
	await world.publish(id);
	const [ada, exp] = ['ada@example.com', 'exp@example.com'];
	await assign({ email: exp }, { assigned: -95, expires: -5 });
	const at = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
	const mailedLongAgo = { mailedAt: at(-95), expiresAt: at(-5), link: 'https://assess.example.com/expired' };
	await table.insert([{ email: exp, assessment: name, ...mailedLongAgo }]);
	for (const time of [1, 2]) {
		await world.form(webhookId, [new File([`Email\n${ada}\n${exp}`], 'people.csv')]);
		await world.executions(id, time);
	}
	expect(mailbox.to(ada)).toHaveLength(2);
	expect(await assigned(ada)).toHaveLength(2);
	expect(mailbox.to(exp)).toMatchObject([
		{ text: expect.stringMatching(/as often as you need to until \d+ \w+ 20\d\d\./) },
	]);
	expect(await assigned(exp)).toHaveLength(2);
	const rows = (await table.rows()).filter(({ email }) => email === ada);
	expect(new Set(rows.map(({ assessment }) => assessment))).toEqual(new Set([(await world.assessment()).name, name]));
}
