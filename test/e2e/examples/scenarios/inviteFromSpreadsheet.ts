import { fieldsNode, n8nNode, splitNode } from '../../../../playground/workflows/nodes.ts';
import { DAY_MS, listed, ORGANIZER, SENDER, type World } from '../support/world.ts';

const person = (name: string, givenName: string, surname: string) => ({
	email: `${name}@example.com`,
	givenName,
	surname,
	id: '',
});
const pupil = (id: string, givenName: string) => ({ email: '', givenName, surname: 'Pupil', id });
const [ada, bo, cy] = [person('ada', 'Ada', 'Łubieńska'), person('bo', 'Bo', 'O’Neill, Jr.'), person('cy', '', 'Öz')];
const people = [ada, bo, cy];
const [eve, lou] = [person('eve', 'Eve', 'Elsewhere'), person('lou', 'Lou', 'Link-Lost')];
const [fin, exp] = [person('fin', 'Fin', 'Finished'), person('exp', 'Exp', 'Expired')];
const [pia, pau] = [pupil('7b-1', 'Pia'), pupil('7b-2', 'Pau')];

type Person = ReturnType<typeof person>;

function csvFile(...listed: readonly Person[]): File {
	const rows = listed.map(({ email, givenName, surname, id }) => `${email},${givenName},"${surname}",${id}`);
	return new File([['Email,First Name,Last Name,Unique Identifier', ...rows].join('\n')], 'people.CSV');
}

/** An Excel file with these people, created by n8n itself. */
async function excelFile({ api, execute }: World, listed: readonly Person[], name: string): Promise<File> {
	const rows = listed.map(({ email, givenName, surname, id }) => ({
		Email: email,
		'First Name': givenName,
		'Last Name': surname,
		'Unique Identifier': id,
		Class: 9,
	}));
	const convert = n8nNode('Excel', 'convertToFile', 1.1, { operation: 'xlsx', options: {} });
	const execution = await execute(fieldsNode('List', { rows }), splitNode('Rows', 'rows'), convert);
	const file = execution.items('Excel')[0]?.binary.data;
	if (file === undefined) throw new Error('n8n made no file');
	return new File([new Uint8Array(await api.executions.download(file))], name);
}

export async function inviteFromSpreadsheet(world: World): Promise<void> {
	const { assign, assigned, control, expect, mailbox } = world;
	const table = await world.table('invitations');
	const at = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
	await assign({ email: eve.email });
	const finished = at(-29).slice(0, 10);
	await assign({ email: 'Fin@example.com' }, { assigned: -30, scored: -29 });
	await assign({ email: exp.email }, { assigned: -95, expires: -5 });
	const { name: assessment } = await world.assessment();
	const mailedLongAgo = { mailedAt: at(-95), expiresAt: at(-5), link: 'https://assess.example.com/expired' };
	await table.insert([{ email: exp.email, assessment, ...mailedLongAgo }]);
	const { id, webhookId } = await world.published('invite-from-spreadsheet', { table });
	const list = [csvFile(...people, eve, lou, fin, exp, pia, pau), 'Optional'];
	expect(await world.form(webhookId, list, { ...ORGANIZER, password: 'wrong' })).toHaveProperty('status', 401);
	mailbox.refused.add(bo.email);
	// Lou is assigned, but the response with the link is lost.
	await control.inject({ match: { path: '/assign' }, skip: people.length, fault: { kind: 'cut', after: true } });
	await world.form(webhookId, list);
	expect(await world.executions(id, 1)).toMatchObject([{ status: 'success' }]);
	expect(mailbox.to(ada.email)).toMatchObject([{ from: { address: SENDER } }]);
	const report = async () =>
		(await table.rows()).map(({ email, mailedAt, problem }) => ({ email, mailedAt: mailedAt ?? '', problem }));
	const mailed = { mailedAt: expect.stringMatching(/^20\d\d-/), problem: '' };
	const notMailed = (problem: string) => ({ mailedAt: '', problem: expect.stringContaining(problem) });
	const toHandOut = { mailedAt: '', problem: 'Hand out the link' };
	expect(await report()).toEqual([
		{ email: exp.email, ...mailed },
		{ email: ada.email, ...mailed },
		{ email: bo.email, ...notMailed('No such mailbox') },
		{ email: cy.email, ...mailed },
		{ email: eve.email, ...notMailed('Already has this assessment') },
		{ email: lou.email, ...notMailed('Assigned, but the link is lost') },
		{ email: fin.email, ...notMailed(`Finished this assessment on ${finished}`) },
		{ email: pia.id, ...toHandOut },
		{ email: pau.id, ...toHandOut },
	]);
	for (const { email, userAssessmentId } of (await table.rows()).filter(({ link }) => Boolean(link))) {
		const given = String(email);
		const who = given.includes('@') ? { emailAddress: given } : { uniqueIdentifier: given };
		const { assignments } = await control.user(who);
		expect(assignments.map((entry) => entry.userAssessmentId)).toContain(userAssessmentId);
	}

	// A week later, some people have finished, the full mailbox accepts mail again, and there is a new person.
	mailbox.refused.delete(bo.email);
	for (const who of [{ emailAddress: cy.email }, { emailAddress: eve.email }, { uniqueIdentifier: pau.id }])
		await world.score((await control.user(who)).assignments[0]?.userAssessmentId ?? '');
	const dee = person('dee', 'Dee', '李');
	const excel = await excelFile(world, [...people, dee, eve, exp, pia, pau], 'people.XLSX');
	await world.form(webhookId, [excel, 'Required']);
	expect(await world.executions(id, 2)).toMatchObject([{ status: 'success' }, { status: 'success' }]);
	for (const { email, givenName, surname } of [...people, dee]) {
		expect(await control.user({ emailAddress: email })).toMatchObject({ surname, assignments: [{}] });
		const text = expect.stringContaining(`Hi ${givenName || 'there'},\n\nWe'd like to invite you`);
		expect(mailbox.to(email)).toMatchObject([{ text }]);
	}
	// Excel's number is the name of a group.
	const ofClass = (await control.state()).groups.filter(({ name }) => name === '9').map(({ groupId }) => groupId);
	expect(await control.user({ emailAddress: dee.email })).toMatchObject({ groupIds: ofClass });
	for (const { email } of [eve, lou, fin]) {
		expect(await assigned(email), email).toHaveLength(1);
		expect(mailbox.to(email), email).toEqual([]);
	}
	expect(await assigned(exp.email)).toHaveLength(2);
	const until = expect.stringMatching(/as often as you need to until [A-Z][a-z]+ \d+\. It's/);
	expect(mailbox.to(exp.email)).toMatchObject([{ text: until }]);
	// The links work no matter how often people open them. Cy has finished.
	const stored = String((await table.rows()).find(({ email }) => email === pia.id)?.link);
	const emailed = [ada, bo, dee].map(({ email }) => /http\S+/.exec(mailbox.to(email)[0]?.text ?? '')?.[0] ?? '');
	for (const link of [...emailed, stored])
		for (const time of ['first', 'second']) expect((await fetch(link)).status, `${link}, ${time}`).toBe(200);
	expect(await report()).toEqual([
		{ email: exp.email, ...mailed },
		...people.map(({ email }): unknown => ({ email, ...mailed })),
		{ email: eve.email, ...notMailed('Finished this assessment') },
		{ email: lou.email, ...notMailed('Assigned, but the link is lost') },
		{ email: fin.email, ...notMailed('Finished this assessment') },
		{ email: pia.id, ...toHandOut },
		{ email: pau.id, ...notMailed('Finished this assessment') },
		{ email: dee.email, ...mailed },
	]);

	// Another assessment has rows of its own in the same table.
	const [, { assessmentId = '', name = '' } = {}] = (await control.state()).assessments;
	const set = { 'Assign assessment': { assessmentId: listed(assessmentId, name) } };
	const other = await world.published('invite-from-spreadsheet', { table, set });
	for (const time of [1, 2]) {
		await world.form(other.webhookId, [csvFile(ada), 'Optional']);
		await world.executions(other.id, time);
	}
	expect(mailbox.to(ada.email)).toHaveLength(2);
	expect(await assigned(ada.email)).toHaveLength(2);
	const rows = (await table.rows()).filter(({ email }) => email === ada.email);
	expect(rows.map((row) => row.assessment)).toEqual([assessment, name]);

	// A school that hands out all links deactivates the email.
	const paper = await world.published('invite-from-spreadsheet', { table, deactivated: 'Email the invitation' });
	const pat = person('pat', 'Pat', 'Paper');
	await world.form(paper.webhookId, [csvFile(pat), 'Optional']);
	await world.executions(paper.id, 1);
	expect(mailbox.to(pat.email)).toEqual([]);
	const link = expect.stringMatching(/^http/);
	expect((await table.rows()).at(-1)).toMatchObject({ email: pat.email, ...toHandOut, link });
}

/** Kills n8n while it invites the second 20 of 60 people. */
export async function inviteDespiteKill(world: World): Promise<void> {
	const { assigned, control, expect, mailbox } = world;
	const table = await world.table('invitations');
	const { id, webhookId } = await world.published('invite-from-spreadsheet', { table });
	const listed = Array.from({ length: 60 }, (_, index) => person(`row${index}`, 'Ann', 'Lee'));
	const emails = listed.map(({ email }) => email);
	const upload = async () => await world.form(webhookId, [csvFile(...listed), 'Optional']);
	const stuck = { kind: 'hang', after: false } as const;
	const { faultId } = await control.inject({ match: { path: '/assign' }, skip: 25, fault: stuck, times: 'always' });
	await upload();
	await expect.poll(async () => (await control.faults()).some(({ hits }) => hits > 0)).toBe(true);
	await world.kill9();
	await control.clearFaults({ faultId });
	await world.restart();
	await upload();
	expect((await world.executions(id, 2)).at(-1)?.error()).toBeUndefined();
	for (const email of emails) expect(await assigned(email), email).toHaveLength(1);
	const mailed = mailbox.recipients();
	expect(new Set(mailed).size).toBe(mailed.length);
	// Those without a link are named in the table.
	const unlinked = (await table.rows()).filter(({ link }) => !link);
	expect(unlinked.length).toBeLessThanOrEqual(20);
	expect(unlinked.map(({ email }) => email).sort()).toEqual(emails.filter((email) => !mailed.includes(email)).sort());
	for (const { problem } of unlinked)
		expect(problem).toMatch(/^(?:Already has this assessment|Assigned, but the link is lost)/);
}
