import { expect } from 'vitest';

import { SENDER } from '../support/world.ts';
import type { World } from '../support/world.ts';

const TEAM = 'team@our-school.example';
const DAY_MS = 86_400_000;

export async function weeklyDigest(world: World): Promise<void> {
	const { api, simulator } = world.playground;
	const { control } = simulator;
	const { id } = await world.imported('weekly-digest', { 'Email the Digest': { fromEmail: SENDER, toEmail: TEAM } });
	const digest = async () => {
		expect((await api.workflows.run(id, { trigger: 'Every Monday' })).error()).toBeUndefined();
		const mail = world.mailbox.to(TEAM).at(-1);
		const lines = mail?.text?.trim().split('\n') ?? [];
		expect(world.slackMessages().at(-1)).toBe([`*${mail?.subject}*`, ...lines].join('\n'));
		return { subject: mail?.subject, lines };
	};
	const [person] = await world.finished('placement', 1);
	if (person === undefined) throw new Error('The simulator made no user');
	await control.score({ userAssessmentId: person.userAssessmentId, score: 613, sendEvent: false });
	// Who finished ten days ago waits for the score.
	const late = await control.addUser({ email: 'late@example.com', givenName: 'Lasse', surname: 'Late' });
	const [assessment] = (await control.state()).assessments;
	const { userAssessmentId: scoredLate } = await control.assign({
		userId: late.userId,
		assessmentId: assessment?.assessmentId ?? '',
		assignedAt: Date.now() - 12 * DAY_MS,
	});
	await control.finish({ userAssessmentId: scoredLate, at: Date.now() - 10 * DAY_MS });
	const monthAgo = Date.now() - 28 * DAY_MS;
	const recent = (await control.users())
		.flatMap(({ scoreReports }) => scoreReports)
		.filter(({ status, completed }) => status === 'Completed' && Date.parse(completed ?? '') >= monthAgo);

	const { subject, lines } = await digest();
	expect(subject).toBe(`${recent.length} new scores`);
	expect(lines).toHaveLength(recent.length);
	const ofPerson = `• ${person.givenName} ${person.surname}: 613 in ${person.assessmentName} (`;
	expect(lines.filter((line) => line.startsWith(ofPerson))).toHaveLength(1);
	expect(lines.join()).not.toMatch(/undefined|null/);

	// A week later the score is there.
	const none = { subject: '0 new scores', lines: ['No assessment was scored.'] };
	expect(await digest()).toEqual(none);
	await control.score({ userAssessmentId: scoredLate, score: 7.2, sendEvent: false });
	expect(await digest()).toEqual({
		subject: '1 new score',
		lines: [expect.stringContaining(`• Lasse Late: 7.2 in ${assessment?.name}`)],
	});

	await control.reset({ empty: true });
	expect(await digest()).toEqual(none);
	await control.reset();
}
