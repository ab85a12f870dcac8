import { expect } from 'vitest';

import { SENDER } from '../support/world.ts';
import type { World } from '../support/world.ts';

const TEAM = 'team@our-school.example';
const DAY_MS = 86_400_000;
const ATTENTION = 'Needs attention:';

export async function weeklyDigest(world: World): Promise<void> {
	const { api, simulator } = world.playground;
	const { control } = simulator;
	await control.reset({ empty: true });
	const { id } = await world.imported('weekly-digest', { 'Email the digest': { fromEmail: SENDER, toEmail: TEAM } });
	const digest = async () => {
		expect((await api.workflows.run(id, { trigger: 'Every Monday' })).error()).toBeUndefined();
		const mail = world.mailbox.to(TEAM).at(-1);
		const lines = mail?.text?.trim().split('\n') ?? [];
		expect(world.slackMessages().at(-1)).toBe([`*${mail?.subject}*`, ...lines].join('\n'));
		expect(lines.join()).not.toMatch(/undefined|null|Invalid/);
		return { subject: mail?.subject, lines };
	};
	const none = { subject: '0 new scores', lines: ['There are no new scores.'] };
	expect(await digest()).toEqual(none);

	const assessment = (await control.state()).assessments.find(({ kind }) => kind === 'speaking');
	const name = assessment?.name;
	/** Assigns the assessment so many days ago; its ID. */
	const invite = async (givenName: string, days: number, expiresInDays = 60) => {
		const { userId } = await control.addUser({ email: `${givenName}@digest.example.com`, givenName, surname: 'Öz' });
		const { userAssessmentId } = await control.assign({
			userId,
			assessmentId: assessment?.assessmentId ?? '',
			assignedAt: Date.now() - days * DAY_MS,
			expiresAt: Date.now() + expiresInDays * DAY_MS,
		});
		return userAssessmentId;
	};
	await control.score({ userAssessmentId: await invite('Ada', 2), score: 8.6, sendEvent: false });
	await control.score({ userAssessmentId: await invite('Long-Ago', 40), completed: Date.now() - 29 * DAY_MS });
	const late = await invite('Late', 12);
	await control.finish({ userAssessmentId: late, at: Date.now() - 10 * DAY_MS });
	const reviewed = await invite('Reviewed', 3);
	await control.score({ userAssessmentId: reviewed, overrides: { status: 'NeedsReview' }, sendEvent: false });
	for (const [givenName, started] of [
		['Stuck', 5],
		['Busy', 1],
	] as const) {
		await control.start({ userAssessmentId: await invite(givenName, 9), at: Date.now() - started * DAY_MS });
	}
	await invite('Expired', 20, -2);
	await invite('Expired-Before', 40, -9);
	await invite('Open', 20);

	const attention = [
		expect.stringMatching(`^• Stuck Öz: ${name}, started on \\w+ \\d+ and not finished$`),
		expect.stringMatching(`^• Reviewed Öz: ${name} is under review$`),
		expect.stringMatching(`^• Expired Öz: ${name}, expired on \\w+ \\d+ without being started$`),
	];
	const first = await digest();
	expect(first.subject).toBe('1 new score, 3 people need attention');
	const [score, ...others] = first.lines;
	expect(score).toMatch(`• Ada Öz: 8.6 in ${name} (`);
	expect(others.slice(0, 2)).toEqual(['', ATTENTION]);
	expect(others.slice(2)).toHaveLength(attention.length);
	expect(others).toEqual(expect.arrayContaining(attention));

	// A week later, the score is there, and the review is over.
	await control.score({ userAssessmentId: late, score: 7.2, sendEvent: false });
	await control.score({ userAssessmentId: reviewed, score: 5.5, overrides: { status: 'Completed' }, sendEvent: false });
	const second = await digest();
	expect(second.subject).toBe('2 new scores, 2 people need attention');
	expect(second.lines.slice(0, 2).sort()).toEqual([
		expect.stringContaining(`• Late Öz: 7.2 in ${name}`),
		expect.stringContaining(`• Reviewed Öz: 5.5 in ${name}`),
	]);
	await control.reset();
}
