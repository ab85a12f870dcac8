import { APPLICANTS_KEY, DAY_MS, type World } from '../support/world.ts';

// Examples that invite people one by one, and examples for people who have been invited.

/** Takes a minute, because n8n looks for due executions only once a minute. */
export async function inviteAndWait(world: World): Promise<void> {
	const { api, assigned, control, expect, mailbox, n8n } = world;
	const { name } = await world.assessment();
	const table = await world.table('invitations');
	const published = async (days: { resumeAmount?: number; resumeUnit?: string }) => {
		const set = { 'Wait until finished': days, 'Wait before next check': { amount: 1, unit: 'seconds' } };
		const { id, webhookId } = await world.published('invite-and-wait', { table, set });
		return {
			id,
			invite: async (...fields: string[]) => expect(await world.form(webhookId, fields)).toHaveProperty('status', 200),
		};
	};
	// Two of these workflows in one n8n don't disturb each other.
	const forASecond = await published({ resumeAmount: 1, resumeUnit: 'seconds' });
	await forASecond.invite('nina@example.com', 'Nina', 'Never');
	await expect.poll(() => mailbox.to('nina@example.com')).toHaveLength(1);
	const { id, invite } = await published({});

	// Lena is assigned, but the response with the link is lost. The workflow doesn't send an email and doesn't wait.
	await control.inject({ match: { path: '/assign' }, fault: { kind: 'cut', after: true } });
	const lena = 'lena@example.com';
	await invite(lena, 'Lena', 'Link-Lost');
	const statuses = async () => (await api.executions.list({ workflowId: id })).map(({ status }) => status);
	await expect.poll(statuses).toEqual(['error']);
	const [withoutLink] = await world.executions(id, 1);
	expect(withoutLink?.error()?.message).toContain('response with the link was lost');
	expect(await assigned(lena)).toHaveLength(1);
	expect(mailbox.to(lena)).toEqual([]);

	const email = 'wanda@example.com';
	await invite(email, 'Wanda', 'Waits');
	await expect.poll(() => mailbox.to(email)).toHaveLength(1);

	// The person opens the link, finishes, and is sent back.
	const [{ userAssessmentId = '' } = {}] = await assigned(email);
	const text = mailbox.to(email)[0]?.text ?? '';
	expect(text).toMatch(/^Hi Wanda,\n\nWe'd like to invite you/);
	const link = /http\S+/.exec(text)?.[0] ?? '';
	// The same row as of the spreadsheet example, which therefore doesn't email this person again.
	const mailedAt = expect.stringMatching(/^20/);
	const row = { email, assessment: name, link, userAssessmentId, mailedAt, expiresAt: mailedAt };
	await expect.poll(() => table.rows()).toContainEqual(expect.objectContaining(row));
	expect(text).toMatch(/as often as you need to until [A-Z][a-z]+ \d+\. It's/);
	const returnUrl = /you return to (\S+)\.$/.exec(await (await fetch(link)).text())?.[1] ?? '';
	await control.start({ userAssessmentId });
	// By default, the simulated service visits the URL itself. Here, the test acts as the person's browser.
	await control.configure({ visitReturnUrl: 'never' });
	await control.finish({ userAssessmentId });

	// Anyone can visit the return URL. It calls only URLs of waiting executions, and no others in n8n.
	const right = new URL(returnUrl).searchParams.get('resume') ?? '';
	const waiting = `${n8n.url}/webhook-waiting/`;
	const wrong = [
		...['../webhook/a', '%2e%2e/webhook/a', '1/../../webhook/a', '..\\webhook\\a'].map((path) => `${waiting}${path}`),
		...[`${right}/../../webhook/a`, `${right}\n${n8n.url}/webhook/a`, `${n8n.url}/webhook/a`],
	];
	for (const resume of wrong) {
		const url = new URL(returnUrl);
		url.searchParams.set('resume', resume);
		expect(await (await fetch(url)).text(), resume).toContain('Thank you');
	}
	const visits = await world.executions(id, 1 + wrong.length);
	expect(visits.flatMap((visit) => visit.items('Check the resume URL'))).toEqual([]);

	// n8n responds with 409 until the execution waits.
	const back = async () => await (await fetch(returnUrl)).text();
	await expect.poll(back).toContain('Thank you');

	const looks = async () => (await control.requests({ endpoint: '/score' })).length;
	const before = await looks();
	await expect.poll(looks).toBeGreaterThan(before + 1);
	await world.score(userAssessmentId, 8.5);
	for (const told of [`Wanda Waits scored 8.5 in ${name}`, `Nina Never has no score in ${name} (status: NotStarted)`])
		await expect.poll(world.slackMessages, { timeout: 180_000 }).toContain(told);
}

export async function applicantTracking(world: World): Promise<void> {
	const { api, assign, calls, control, down, expect, n8n } = world;
	await world.published('applicant-tracking-invite');
	const result = await world.published('applicant-tracking-result');
	const kay = { candidateId: 'c/47', email: 'Kay@example.com', givenName: 'Kay', surname: 'Öz' };
	const call = async (key: string, candidate = kay) => {
		const headers = { 'content-type': 'application/json', 'x-key': key };
		const url = `${n8n.url}/webhook/applicant-tracking-assessment`;
		return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(candidate) })).status;
	};
	expect(await call('a wrong key')).toBe(403);
	// Without an ID, or with one that leads to another URL, the link couldn't be written, so no one is assigned.
	for (const candidateId of ['', '.', '..']) expect(await call(APPLICANTS_KEY, { ...kay, candidateId })).toBe(500);
	expect(await control.requests({ endpoint: '/assign' })).toEqual([]);
	// The applicant system calls the workflow twice.
	expect([await call(APPLICANTS_KEY), await call(APPLICANTS_KEY)]).toEqual([200, 200]);
	const assigned = await control.user({ uniqueIdentifier: 'c/47' });
	expect(assigned).toMatchObject({ givenName: 'Kay', surname: 'Öz', assignments: [{}] });
	const candidate = { authorization: expect.stringMatching('^Bearer '), path: '/api/candidates/c%2F47' };
	const written = () => calls('applicants.example.com');
	const link = { ...candidate, method: 'PATCH', body: { assessmentLink: expect.stringMatching(/^http/) } };
	expect(written()).toEqual([link]);

	// The system calls again for a candidate who has finished. The workflow doesn't assign anything or write a link.
	await assign({ email: 'ray@example.com', uniqueIdentifier: 'c/48' }, { finished: 0 });
	const again = { candidateId: 'c/48', email: 'ray@example.com', givenName: 'Ray', surname: 'Returns' };
	expect(await call(APPLICANTS_KEY, again)).toBe(200);
	expect((await control.user({ uniqueIdentifier: 'c/48' })).assignments).toHaveLength(1);
	// If the response with the link is lost, the system gets an error.
	await control.inject({ match: { path: '/assign' }, fault: { kind: 'cut', after: true } });
	expect(await call(APPLICANTS_KEY, { ...kay, candidateId: 'c/49', email: 'lost@example.com' })).toBe(500);
	expect(written()).toEqual([link]);

	// People who were invited elsewhere, without an identifier, aren't the system's candidates.
	await assign({ email: 'stranger@example.com' }, { scored: 0 });
	await world.score(assigned.assignments[0]?.userAssessmentId ?? '', 8.1);
	const { name } = await world.assessment();
	const scored = { assessment: name, score: 8.1, level: expect.any(String), completed: expect.any(String) };
	const moved = { ...candidate, path: `${candidate.path}/stage`, method: 'PUT', body: { stage: 'Assessed' } };
	await expect.poll(written).toEqual([link, { ...candidate, method: 'PATCH', body: scored }, moved]);

	// The system doesn't know one candidate anymore. The others' results are written once, and the execution names that candidate.
	await api.workflows.deactivate(result.id);
	down.add('/candidates/merged');
	for (const uniqueIdentifier of ['before', 'merged', 'after', '..'])
		await assign({ email: `${uniqueIdentifier}@example.com`.replace('..', 'dots'), uniqueIdentifier }, { scored: 0 });
	const before = written().length;
	const error = await world.run(result.id, 'New scores');
	expect(error?.message).toMatch(/^Some candidates' results weren't written: merged: [^;]+$/);
	const paths = written()
		.slice(before)
		.map(({ method, path }) => `${method} ${path.replace('/api/candidates/', '')}`);
	for (const one of ['before', 'after'])
		for (const told of [`PATCH ${one}`, `PUT ${one}/stage`])
			expect(paths.filter((path) => path === told)).toHaveLength(1);
	expect(paths.join()).not.toContain('merged');
}

export async function remindOpenInvitations(world: World): Promise<void> {
	const { assign, control, expect, mailbox } = world;
	const table = await world.table('invitations');
	const { id } = await world.imported('remind-open-invitations', { table });
	const of = (name: string) => `${name}@open.example.com`;
	const linkOf = (name: string) => `https://assess.example.com/${name}`;
	const invited = {
		refused: { assigned: -4, expires: 20 },
		idle: { assigned: -4, expires: 20 },
		ending: { assigned: -1, expires: 1 },
		begun: { assigned: -4, expires: 1, started: -0.5 },
		fresh: { assigned: -1, expires: 20 },
		busy: { assigned: -4, expires: 20, started: -0.5 },
		over: { assigned: -9, expires: -1 },
		unknown: { assigned: -4, expires: 20 },
	};
	for (const [givenName, course] of Object.entries(invited)) {
		const email = of(givenName);
		const userAssessmentId = await assign({ email, givenName }, course);
		const link = linkOf(givenName);
		if (givenName !== 'unknown') await table.insert([{ email, link, userAssessmentId }]);
	}
	// The same person's assignments from elsewhere have different links.
	const { userId } = await control.user({ emailAddress: of('idle') });
	const [, another] = (await control.state()).assessments;
	const [assignedAt, expiresAt] = [Date.now() - 4 * DAY_MS, Date.now() + 20 * DAY_MS];
	await control.assign({ userId, assessmentId: another?.assessmentId ?? '', assignedAt, expiresAt });
	mailbox.refused.add(of('refused'));

	const remind = async (told: unknown) => {
		expect((await world.run(id, 'Every morning'))?.message).toEqual(told);
		return Object.keys(invited).flatMap((name) => mailbox.to(of(name)).map(({ subject }) => `${name}: ${subject}`));
	};
	const once = ['idle: Reminder: your language assessment', 'ending: Your language assessment expires soon'];
	const failure = expect.stringMatching(
		/^These people didn't get a reminder: refused@open\.example\.com: [^;]*No such mailbox[^;]*$/,
	);
	expect(await remind(failure)).toEqual(once);
	const personal = (name: string) => `Here's your personal link:\n\n${linkOf(name)}`;
	const [idle, ending] = ['idle', 'ending'].map((name) => mailbox.to(of(name))[0]?.text);
	expect(idle).toMatch(/^Hi idle,\n\nThis is a friendly reminder to take your .+ assessment\. It's available until /);
	expect(idle).toContain(personal('idle'));
	expect(ending).toMatch(/It's available until \w+ \d+, \d+:\d\d [AP]M \(.+\)\. Here's/);
	expect(ending).toContain(personal('ending'));
	expect(await remind(undefined)).toEqual(once);
}

export async function selfServiceLink(world: World): Promise<void> {
	const { expect, mailbox } = world;
	const table = await world.table('invitations');
	const linkTo = (name: string) => `https://assess.example.com/${name}`;
	const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
	const lost = { email: 'lost@example.com', expiresAt: ago(-60) };
	await table.insert([
		{ ...lost, link: linkTo('first'), assessment: 'English Speaking' },
		{ ...lost, link: linkTo('second'), assessment: 'English Writing' },
		{ ...lost, link: linkTo('expired'), expiresAt: ago(1) },
		{ email: 'no@example.com' },
		{ email: 'early@example.com', link: linkTo('early'), sentAt: ago(15) },
		{ email: 'late@example.com', link: linkTo('late'), sentAt: ago(5) },
		{ email: 'hasty@example.com', link: linkTo('hasty') },
	]);
	const { id, webhookId } = await world.published('self-service-link', { table });
	const submitted = ['no', 'other', 'LOST', 'early', 'late'].map((name) => `${name}@example.com`);
	for (const email of submitted) expect(await world.form(webhookId, [`${email} `])).toHaveProperty('status', 200);
	await world.executions(id, submitted.length);
	// Within ten minutes, no one gets a second email, even if many requests arrive at the same moment.
	const again = ['lost', 'early', ...Array.from({ length: 10 }, () => 'hasty')].map((name) => `${name}@example.com`);
	await Promise.all(again.map((email) => world.form(webhookId, [email])));
	const all = await world.executions(id, submitted.length + again.length);
	expect(new Set(all.map(({ status }) => status))).toEqual(new Set(['success']));
	const sent = (name: string) => mailbox.to(`${name}@example.com`).map(({ text = '' }) => /http\S+/.exec(text)?.[0]);
	expect(sent('lost').sort()).toEqual(['first', 'second'].map(linkTo));
	expect(mailbox.to('lost@example.com')[0]?.text).toMatch(
		/your personal link to the assessment English \w+:\n\nhttp\S+\n\nYou can open the link as often as you need to until [A-Z][a-z]+ \d+\. It's/,
	);
	expect(['early', 'hasty', 'late', 'no', 'other'].map((name) => sent(name).length)).toEqual([1, 1, 0, 0, 0]);
}
