import { expect } from 'vitest';

import { everySeconds } from '../../pollTrigger/workflows.ts';
import { APPLICANTS } from '../support/world.ts';
import type { World } from '../support/world.ts';

export async function applicantTracking(world: World): Promise<void> {
	const { n8n, simulator } = world.playground;
	const { control } = simulator;
	const assessment = (await control.state()).assessments.find(({ kind }) => kind === 'speaking');
	const invite = await world.imported('applicant-tracking-invite', {
		'Assign assessment': { assessmentId: { __rl: true, mode: 'list', value: assessment?.assessmentId } },
	});
	const result = await world.imported('applicant-tracking-result', {
		'New scores': { pollTimes: { item: everySeconds(2) } },
	});
	for (const { id } of [invite, result]) await world.publish(id);
	const kay = { candidateId: 'c/47', email: 'Kay@example.com', givenName: 'Kay', surname: 'Öz' };
	const call = async (key: string, candidate = kay) => {
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

	// The system calls again for a candidate who has finished: nothing is assigned, and no link is written.
	const returning = await control.addUser({ email: 'ray@example.com', uniqueIdentifier: 'c/48' });
	const earlier = await control.assign({ userId: returning.userId, assessmentId: assessment?.assessmentId ?? '' });
	await control.finish({ userAssessmentId: earlier.userAssessmentId });
	const again = { candidateId: 'c/48', email: 'ray@example.com', givenName: 'Ray', surname: 'Returns' };
	expect(await call(APPLICANTS.call, again)).toBe(200);
	expect((await control.user({ uniqueIdentifier: 'c/48' })).assignments).toHaveLength(1);
	expect(written()).toEqual([link]);

	// People who were invited elsewhere, without an identifier, aren't candidates of the system.
	const { userId } = await control.addUser({ email: 'stranger@example.com' });
	const stranger = await control.assign({ userId, assessmentId: assessment?.assessmentId ?? '' });
	const [{ userAssessmentId = '' } = {}] = assigned.assignments;
	await control.score({ userAssessmentId: stranger.userAssessmentId, sendEvent: false });
	await control.score({ userAssessmentId, score: 8.1, sendEvent: false });
	const scored = { assessment: assessment?.name, score: 8.1, level: expect.any(String), completed: expect.any(String) };
	const moved = { ...candidate, path: `${candidate.path}/stage`, method: 'PUT', body: { stage: 'Assessed' } };
	await expect.poll(written).toEqual([link, { ...candidate, method: 'PATCH', body: scored }, moved]);
}
