import type { World } from '../support/world.ts';

export async function inviteFromGoogleSheets(world: World): Promise<void> {
	const { assign, assigned, control, down, expect, spreadsheet } = world;
	await assign({ email: 'ivy@example.com' });
	await assign({ email: 'kim@example.com' }, { assigned: -30, scored: -29 });
	const expired = await assign({ email: 'exp@example.com', givenName: 'Exp' }, { assigned: -95, expires: -5 });
	const { id } = await world.imported('invite-from-google-sheets');

	/** The emails sent through Gmail since the last call. */
	let known = 0;
	const mails = async () => {
		const sent = (await world.gmails()).slice(known);
		known += sent.length;
		const read = (text = '') => ({ link: /http\S+/.exec(text)?.[0], greeting: text.split('\n')[0] });
		return sent.map(({ to, text }) => ({ to: to?.[0]?.address, ...read(text) }));
	};
	/** Executes the workflow and returns the sheet's rows by column name. */
	const run = async () => {
		expect(await world.run(id, 'Every hour')).toBeUndefined();
		const [titles = [], ...rows] = spreadsheet.rows();
		return rows.map((row) => Object.fromEntries(titles.map((title, index) => [title, row[index] ?? ''])));
	};
	const edit = (email: string, column: string, text: string) => {
		const [titles = [], ...rows] = spreadsheet.rows();
		const edited = rows.map((row) => (row[0] === email ? row.with(titles.indexOf(column), text) : row));
		spreadsheet.write([titles, ...edited]);
	};

	const names = [
		['jan@example.com', 'Jan', 'Link-Lost'],
		['fay@example.com', 'Fay', 'Łubieńska'],
		['', 'Gus', 'Nowhere'],
		['Hal@example.com', 'Hal', 'O’Neill'],
		['ivy@example.com', 'Ivy', 'Elsewhere'],
		['fay@example.com', 'Fay', 'Again'],
		['kim@example.com', 'Kim', 'Finished'],
	];
	spreadsheet.write([['Email', 'First Name', 'Last Name'], ...names]);
	const row = (index: number, results: object) => {
		const [Email, givenName, surname] = names[index] ?? [];
		const empty = { Link: '', Expires: '', Assignment: '', Mailed: '', Problem: '' };
		return { Email, 'First Name': givenName, 'Last Name': surname, ...empty, ...results };
	};
	const Link = expect.stringMatching(/^http/);
	const Expires = expect.stringMatching(/^20\d\d-\d\d-\d\d$/);
	const Assignment = expect.any(String);
	const notInvited = (why: string) => ({ Problem: expect.stringContaining(`Not invited: ${why}`) });
	const openElsewhere = notInvited('Already has this assessment');

	// Jan is assigned, but the response with the link is lost. Gmail can't be reached.
	await control.inject({ match: { path: '/assign' }, fault: { kind: 'cut', after: true } });
	down.add('www.googleapis.com');
	const first = await run();
	const problem = { Problem: expect.stringMatching(/./) };
	expect(first).toEqual([
		row(0, notInvited('Assigned, but the link is lost')),
		row(1, { Link, Expires, Assignment, ...problem }),
		row(2, { Problem: expect.stringContaining('both empty') }),
		row(3, { Link, Expires, Assignment, ...problem }),
		row(4, openElsewhere),
		row(5, openElsewhere),
		row(6, notInvited('Finished this assessment on 20')),
	]);
	expect(await assigned('jan@example.com')).toHaveLength(1);
	expect(await mails()).toEqual([]);

	// An hour later Gmail can be reached, and the row has an email address.
	down.delete('www.googleapis.com');
	edit('', 'Email', 'gus@example.com');
	const second = await run();
	const mailed = { Expires, Assignment, Mailed: expect.stringMatching(/^20\d\d-\d\d-\d\d \d\d:\d\d$/), Problem: '' };
	expect(second).toEqual([
		first[0],
		row(1, { ...mailed, Link: first[1]?.Link }),
		row(2, { ...mailed, Link, Email: 'gus@example.com' }),
		row(3, { ...mailed, Link: first[3]?.Link }),
		...first.slice(4),
	]);
	const invited = second.slice(1, 4);
	const greeted = invited.map((one) => ({ to: one.Email, link: one.Link, greeting: `Hi ${one['First Name']},` }));
	const sent = await mails();
	expect(sent).toHaveLength(greeted.length);
	expect(sent).toEqual(expect.arrayContaining(greeted));
	// Each link was in the sheet before it was emailed.
	for (const [index, { link }] of sent.entries()) expect(spreadsheet.copies[index]?.flat()).toContain(link);
	for (const one of invited) {
		expect(await assigned(one.Email)).toHaveLength(1);
		expect((await fetch(one.Link ?? '')).status).toBe(200);
	}

	// People who have finished aren't assigned again, even if their cell is cleared for another try. Meanwhile, someone inserts a row,
	// which gets the problem of the person above. The new person is invited all the same.
	const finished = ['fay@example.com', 'ivy@example.com', 'jan@example.com'];
	for (const email of finished) await world.score((await assigned(email))[0]?.userAssessmentId ?? '');
	edit('ivy@example.com', 'Problem', '');
	const { faultId } = await control.inject({ fault: { kind: 'latency', minMs: 3000, maxMs: 3000 }, times: 'always' });
	const running = run();
	await expect.poll(async () => (await control.faults()).some(({ hits }) => hits > 0)).toBe(true);
	spreadsheet.write(spreadsheet.rows().toSpliced(5, 0, ['new@example.com', 'New', 'Person']));
	await running;
	await control.clearFaults({ faultId });
	const finishedBefore = { Problem: expect.stringContaining('Not invited: Finished') };
	expect((await run()).slice(4, 6)).toMatchObject([mailed, { Email: 'ivy@example.com', ...finishedBefore }]);
	for (const email of finished) expect(await assigned(email), email).toHaveLength(1);
	expect(await mails()).toMatchObject([{ to: 'new@example.com' }]);

	// A link that expired before it was emailed isn't sent: the person is invited again.
	const results = ['https://assess.example.com/expired', '2020-01-01', expired, '', 'Gmail failed'];
	const titles = ['Link', 'Expires', 'Assignment', 'Mailed', 'Problem'];
	spreadsheet.write([
		['Email', 'First Name', 'Last Name', ...titles],
		['exp@example.com', 'Exp', 'Ired', ...results],
	]);
	const [again] = await run();
	expect(again).toMatchObject({ Link: expect.not.stringContaining('/expired'), Mailed: expect.stringMatching(/^20/) });
	expect(await mails()).toMatchObject([{ to: 'exp@example.com', link: again?.Link }]);

	// A sheet without people is ignored.
	spreadsheet.write([['Email', 'First Name', 'Last Name']]);
	expect(await run()).toEqual([]);
	expect(await mails()).toEqual([]);

	// Numbers, checkboxes and empty rows don't stop anyone. Rows are processed 20 at a time, two of which are unusable.
	const many = Array.from({ length: 25 }, (_, index) => ['yes', `many${index}@example.com`, 'Many', 'People']);
	const unusable = [
		['no', 47, 'Num', 'Ber'],
		['', '', '', ''],
		['no', true, 'Check', 'Box'],
	];
	spreadsheet.write([['Emailed?', 'Email', 'First Name', 'Last Name'], ...unusable, ...many]);
	const before = spreadsheet.copies.length;
	expect((await run()).slice(0, 3)).toMatchObject([
		{ Email: '47', Problem: expect.stringContaining('47') },
		{ Email: '', Problem: '' },
		{ Email: 'true', Problem: expect.stringMatching(/./) },
	]);
	expect((await mails()).map(({ to }) => to).sort()).toEqual(many.map(([, email]) => email).sort());
	const linksAt = (copy: number) =>
		spreadsheet.copies[before + copy]?.flat().filter((cell) => /^http/.test(String(cell)));
	expect([linksAt(0)?.length, linksAt(20)?.length]).toEqual([18, 25]);
}
