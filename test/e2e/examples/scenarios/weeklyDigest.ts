import { expect } from 'vitest';

import { SENDER } from '../support/world.ts';
import type { World } from '../support/world.ts';

const TEAM = 'team@our-school.example';

export async function weeklyDigest(world: World): Promise<void> {
	const { api, simulator } = world.playground;
	const { control } = simulator;
	const { id } = await world.imported('weekly-digest', { 'E-Mail the Digest': { fromEmail: SENDER, toEmail: TEAM } }, [
		'Scores of the Week.credentials',
		'E-Mail the Digest.credentials',
		'E-Mail the Digest.parameters.fromEmail',
		'E-Mail the Digest.parameters.toEmail',
		'Post to Slack.credentials',
	]);
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
	const weekAgo = Date.now() - 7 * 86_400_000;
	const ofTheWeek = (await control.users())
		.flatMap(({ scoreReports }) => scoreReports)
		.filter(({ status, completed }) => status === 'Completed' && Date.parse(completed ?? '') >= weekAgo);

	const { subject, lines } = await digest();
	expect(subject).toBe(`${ofTheWeek.length} scores this week`);
	expect(lines).toHaveLength(ofTheWeek.length);
	const ofPerson = `• ${person.givenName} ${person.surname}: 613 in ${person.assessmentName} (`;
	expect(lines.filter((line) => line.startsWith(ofPerson))).toHaveLength(1);
	expect(lines.join()).not.toMatch(/undefined|null/);

	await control.reset({ empty: true });
	expect(await digest()).toEqual({ subject: '0 scores this week', lines: ['No assessment was scored.'] });
	await control.reset();
}
