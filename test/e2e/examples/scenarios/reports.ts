import { readFileSync } from 'node:fs';

import { served } from '../../../../playground/checkMainJob.ts';
import { actionNode, n8nNode } from '../../../../playground/workflows/nodes.ts';
import { failures } from '../../support/triggers.ts';
import { DAY_MS, SENDER, type World } from '../support/world.ts';

// Examples that turn scores into files, tables and digests.

export async function certificates(world: World): Promise<void> {
	const { api, assign, calls, control, down, expect, finished, mailbox, score, simulator } = world;
	const byEmail = await world.published('certificate-by-email');
	const toDrive = await world.published('certificates-to-google-drive');
	const [lost, got] = [await finished('writing'), await finished('writing')];
	const placed = await finished('placement');
	mailbox.refused.add(lost.email);
	for (const { userAssessmentId } of [lost, got, placed]) await score(userAssessmentId);
	const stored = () => calls('www.googleapis.com').filter(({ path }) => path.includes('/drive/'));
	const names = () => stored().flatMap(({ method, body }) => (method === 'PATCH' ? [JSON.stringify(body)] : []));
	// Both certificates, and both people's written responses in ZIP files.
	await expect.poll(names).toHaveLength(4);
	for (const { surname, givenName, assessmentName } of [got, lost]) {
		const name = `${surname} ${givenName}, ${assessmentName}`;
		for (const ending of ['.pdf', '.zip']) expect(names().join()).toContain(`${name}${ending}`);
	}
	// One certificate isn't there, and Google Drive refuses a file. The execution names both people, and the others' files are stored once.
	await api.workflows.deactivate(toDrive.id);
	const polled = stored();
	// Fetch Test Event returns the five latest, so this person finishes later than the others.
	const broken = await finished('writing');
	await score(broken.userAssessmentId, undefined, { certificateUrl: '2020q3/nothing/here' });
	for (const surname of ['Fine', 'Full']) await assign({ email: `${surname}@drive.example`, surname }, { scored: 0 });
	down.add('Full, ');
	const told = (await world.run(toDrive.id, 'New scores'))?.message ?? '';
	expect(told).toMatch(/^These people's files are incomplete: /);
	const who = [...told.matchAll(/(\S+@\S+): /g)].map(([, email]) => email);
	expect(new Set(who)).toEqual(new Set([broken.email, 'Full@drive.example']));
	const ofFine = names().filter((name) => name.includes('"Fine, '));
	expect(ofFine.sort()).toEqual([expect.stringContaining('.pdf'), expect.stringContaining('.zip')]);
	await expect.poll(() => mailbox.to(got.email)).toHaveLength(1);
	const failed = async () => (await failures(api, byEmail.id)).join('\n');
	for (const { email } of [lost, broken]) await expect.poll(failed).toContain(`${email}: `);
	expect(await failed()).toMatch(/^These people didn't get a certificate: /);
	for (const { email } of [got, placed]) expect(await failed()).not.toContain(`${email}: `);

	const [mail] = mailbox.to(got.email);
	const [report] = (await control.user({ userId: got.userId })).scoreReports;
	const certificate = await served(simulator, report?.certificateUrl ?? '');
	expect(certificate.subarray(0, 5).toString()).toBe('%PDF-');
	expect(mail).toMatchObject({ from: { address: SENDER }, subject: `Your certificate: ${got.assessmentName}` });
	// The simulator's people can have the same name, and be scored between the same two checks.
	const filename = expect.stringMatching(`^${got.givenName} ${got.surname}, ${got.assessmentName}(?: \\(2\\))?\\.pdf$`);
	expect(mail?.attachments).toMatchObject([{ filename, mimeType: 'application/pdf' }]);
	const attached = mail?.attachments[0]?.content;
	expect(attached instanceof ArrayBuffer && Buffer.from(attached).equals(certificate)).toBe(true);
	expect(mailbox.to(placed.email)).toEqual([]);

	// The complete certificate is in Google Drive.
	expect(polled.filter(({ body }) => String(body).includes(certificate.toString()))).toHaveLength(1);
}

export async function nightlyExport(world: World): Promise<void> {
	const { expect, score, scores } = world;
	const table = await world.table('scores');
	const { id } = await world.imported('nightly-export', { table });

	/** The row with the table's columns only, as strings, because all columns of an imported table are strings. */
	const row = (values: object) => {
		const ofTable = Object.entries(values).filter(([key]) => table.columns.includes(key));
		const texts = ofTable.map(([key, value]: [string, unknown]) => `${key}: ${String(value)}`);
		return texts.sort().join('; ');
	};
	const run = async () => {
		expect(await world.run(id, 'Every night')).toBeUndefined();
		const rows = await table.rows();
		expect(rows.map(row).sort()).toEqual((await scores()).map(row).sort());
		expect(rows.filter(({ email, uniqueIdentifier }) => !email && !uniqueIdentifier)).toEqual([]);
		return rows;
	};
	const first = await run();
	expect(first.length).toBeGreaterThan(5);

	// The next day's changes are a new score and a corrected one.
	await score((await world.finished('speaking')).userAssessmentId);
	await score(String(first[0]?.userAssessmentId), 1);
	expect(await run()).toHaveLength(first.length + 1);
}

const TEAM = 'team@our-school.example';

export async function weeklyDigest(world: World): Promise<void> {
	const { assign, control, expect, mailbox, score } = world;
	await control.reset({ empty: true });
	const { id } = await world.imported('weekly-digest', { set: { 'Email the digest': { toEmail: TEAM } } });
	const digest = async () => {
		expect(await world.run(id, 'Every Monday')).toBeUndefined();
		const mail = mailbox.to(TEAM).at(-1);
		const lines = mail?.text?.trim().split('\n') ?? [];
		expect(world.slackMessages().at(-1)).toBe([`*${mail?.subject}*`, ...lines].join('\n'));
		expect(lines.join()).not.toMatch(/undefined|null|Invalid/);
		return { subject: mail?.subject, lines };
	};
	expect(await digest()).toEqual({ subject: '0 new scores', lines: ['There are no new scores.'] });

	const { name } = await world.assessment();
	const invite = async (givenName: string, course: Parameters<typeof assign>[1]) =>
		await assign({ email: `${givenName}@digest.example.com`, givenName, surname: 'Öz' }, { expires: 60, ...course });
	await score(await invite('Ada', { assigned: -2 }), 8.6);
	await invite('Long-Ago', { assigned: -40, scored: -29 });
	const late = await invite('Late', { assigned: -12, finished: -10 });
	const reviewed = await invite('Reviewed', { assigned: -3 });
	await score(reviewed, undefined, { status: 'NeedsReview' });
	await invite('Stuck', { assigned: -9, started: -5 });
	await invite('Busy', { assigned: -9, started: -1 });
	await invite('Expired', { assigned: -20, expires: -2 });
	await invite('Expired-Before', { assigned: -40, expires: -9 });
	await invite('Open', { assigned: -20 });

	const attention = [
		expect.stringMatching(`^• Stuck Öz: ${name}, started on \\w+ \\d+, not finished yet$`),
		expect.stringMatching(`^• Reviewed Öz: ${name} is under review$`),
		expect.stringMatching(`^• Expired Öz: ${name}, expired on \\w+ \\d+ without being started$`),
	];
	const first = await digest();
	expect(first.subject).toBe('1 new score, 3 people need attention');
	const [ada, ...others] = first.lines;
	expect(ada).toMatch(`• Ada Öz: 8.6 in ${name} (`);
	expect(others.slice(0, 2)).toEqual(['', 'Needs attention:']);
	expect(others.slice(2)).toHaveLength(attention.length);
	expect(others).toEqual(expect.arrayContaining(attention));

	// A week later, the score is there, and the review is over. A digest that fails doesn't use up the scores.
	await score(late, 7.2);
	await score(reviewed, 5.5, { status: 'Completed' });
	await control.inject({ match: { path: '/assignments' }, fault: { kind: 'status', status: 403 } });
	expect(await world.run(id, 'Every Monday')).toBeDefined();
	const second = await digest();
	expect(second.subject).toBe('2 new scores, 2 people need attention');
	expect(second.lines.slice(0, 2).sort()).toEqual([
		expect.stringContaining(`• Late Öz: 7.2 in ${name}`),
		expect.stringContaining(`• Reviewed Öz: 5.5 in ${name}`),
	]);
}

export async function latestScores(world: World): Promise<void> {
	const { assessment, control, execute, expect, scores } = world;
	const { assessmentId } = await assessment();
	const { userId } = await control.addUser({ surname: 'Twice' });
	for (const days of [30, 25]) {
		const { userAssessmentId } = await control.assign({ userId, assessmentId });
		await control.score({ userAssessmentId, completed: Date.now() - days * DAY_MS, sendEvent: false });
	}
	const [, fields = ''] =
		/add Remove Duplicates on (.+?) right after/.exec(readFileSync('docs/output.md', 'utf8')) ?? [];
	const execution = await execute(
		actionNode('Scores', { resource: 'score', operation: 'getAll', returnAll: true }, {}),
		n8nNode('Latest', 'removeDuplicates', 2, {
			operation: 'removeDuplicateInputItems',
			compare: 'selectedFields',
			fieldsToCompare: [...fields.matchAll(/`(\w+)`/g)].map(([, field]) => field).join(),
			options: {},
		}),
	);
	const all = await scores();
	const latest = new Map(all.map((one) => [`${one.userId} ${one.assessmentName}`, one.userAssessmentId]));
	expect(latest.size).toBeLessThan(all.length);
	const kept = execution.items('Latest').map(({ json }) => json.userAssessmentId);
	expect(kept.sort()).toEqual([...latest.values()].sort());
}
