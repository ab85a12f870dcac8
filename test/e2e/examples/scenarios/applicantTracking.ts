import { expect } from 'vitest';

import { everySeconds } from '../../pollTrigger/workflows.ts';
import { APPLICANTS } from '../support/world.ts';
import type { World } from '../support/world.ts';

export async function applicantTracking(world: World): Promise<void> {
	const { n8n, simulator } = world.playground;
	const { control } = simulator;
	const assessment = (await control.state()).assessments.find(({ kind }) => kind === 'speaking');
	const invite = await world.imported('applicant-tracking-invite', {
		'Assign Assessment': { assessmentId: { __rl: true, mode: 'list', value: assessment?.assessmentId } },
	});
	const result = await world.imported('applicant-tracking-result', {
		'New Scores': { pollTimes: { item: everySeconds(2) } },
	});
	for (const { id } of [invite, result]) await world.publish(id);
	const call = async (key: string) => {
		const candidate = { candidateId: 'c/47', email: 'Kay@example.com', givenName: 'Kay', surname: 'Öz' };
		const { status } = await fetch(`${n8n.url}/webhook/applicant-tracking-assessment`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', 'x-key': key },
			body: JSON.stringify(candidate),
		});
		return status;
	};
	expect(await call('a wrong key')).toBe(403);
	// The applicant system calls twice.
	expect([await call(APPLICANTS.call), await call(APPLICANTS.call)]).toEqual([200, 200]);
	const assigned = await control.user({ uniqueIdentifier: 'c/47' });
	expect(assigned).toMatchObject({ givenName: 'Kay', surname: 'Öz', assignments: [{}] });
	const candidate = { authorization: `Bearer ${APPLICANTS.token}`, path: '/api/candidates/c%2F47' };
	const written = () => world.apps.calls('applicants.example.com');
	const link = { ...candidate, method: 'PATCH', body: { assessmentLink: expect.stringMatching(/^http/) } };
	expect(written()).toEqual([link]);

	// Who was invited elsewhere, without an identifier, is none of the system's candidates.
	const { userId } = await control.addUser({ email: 'stranger@example.com' });
	const stranger = await control.assign({ userId, assessmentId: assessment?.assessmentId ?? '' });
	const [{ userAssessmentId = '' } = {}] = assigned.assignments;
	await control.score({ userAssessmentId: stranger.userAssessmentId, sendEvent: false });
	await control.score({ userAssessmentId, score: 8.1, sendEvent: false });
	const scored = { assessment: assessment?.name, score: 8.1, level: expect.any(String), completed: expect.any(String) };
	const moved = { ...candidate, path: `${candidate.path}/stage`, method: 'PUT', body: { stage: 'Assessed' } };
	await expect
		.poll(written, { timeout: 20_000 })
		.toEqual([link, { ...candidate, method: 'PATCH', body: scored }, moved]);
}
