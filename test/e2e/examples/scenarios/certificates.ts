import { expect } from 'vitest';

import { everySeconds } from '../../pollTrigger/workflows.ts';
import { GOOGLE_TOKEN, SENDER } from '../support/world.ts';
import type { World } from '../support/world.ts';

const soon = { 'New scores': { pollTimes: { item: everySeconds(2) } } };

/** By email and to Google Drive. */
export async function certificates(world: World): Promise<void> {
	const { api, simulator } = world.playground;
	const { control } = simulator;
	const byEmail = await world.imported('certificate-by-email', {
		...soon,
		'Email the certificate': { fromEmail: SENDER },
	});
	const toDrive = await world.imported('certificates-to-google-drive', soon);
	for (const { id } of [byEmail, toDrive]) await world.publish(id);
	const [[lost, got, broken], [placed]] = [await world.finished('writing', 3), await world.finished('placement', 1)];
	if (lost === undefined || broken === undefined || got === undefined || placed === undefined) {
		throw new Error('There are no users');
	}
	world.mailbox.refuse(lost.email, true);
	for (const { userAssessmentId } of [lost, got, placed]) await control.score({ userAssessmentId, sendEvent: false });
	const stored = () => world.apps.calls('www.googleapis.com').filter(({ path }) => path.includes('/drive/'));
	const named = (person: typeof got, ending: string) =>
		`${person.surname} ${person.givenName}, ${person.assessmentName}.${ending}`;
	const names = () => stored().flatMap(({ method, body }) => (method === 'PATCH' ? JSON.stringify(body) : []));
	const namesOf = (ending: string) => names().filter((name) => name.includes(ending));
	await expect.poll(() => [namesOf('.pdf').length, namesOf('.zip').length]).toEqual([2, 2]);
	await api.workflows.deactivate(toDrive.id);
	const overrides = { certificateUrl: '2020q3/nothing/here' };
	await control.score({ userAssessmentId: broken.userAssessmentId, overrides, sendEvent: false });
	await expect.poll(() => world.mailbox.to(got.email)).toHaveLength(1);
	const failures = async () => {
		const failed = await api.executions.list({ workflowId: byEmail.id, status: ['error'] });
		const executions = await Promise.all(failed.map(async (execution) => await api.executions.get(execution.id)));
		return executions.map((execution) => execution.error()?.message).join('\n');
	};
	for (const { email } of [lost, broken]) await expect.poll(failures).toContain(`${email}: `);
	expect(await failures()).toMatch(/^These people didn't get a certificate: /);
	for (const { email } of [got, placed]) expect(await failures()).not.toContain(`${email}: `);

	const [mail] = world.mailbox.to(got.email);
	const [report] = (await control.user({ userId: got.userId })).scoreReports;
	const headers = { authorization: `Bearer ${simulator.apiKey}` };
	await control.clearLimits();
	const response = await fetch(`${simulator.baseHost}/${report?.certificateUrl}`, { headers });
	const certificate = Buffer.from(await response.arrayBuffer());
	expect(certificate.subarray(0, 5).toString()).toBe('%PDF-');
	expect(mail).toMatchObject({ from: { address: SENDER }, subject: `Your certificate: ${got.assessmentName}` });
	expect(mail?.attachments).toMatchObject([{ filename: 'Certificate.pdf', mimeType: 'application/pdf' }]);
	const attached = mail?.attachments[0]?.content;
	expect(attached instanceof ArrayBuffer && Buffer.from(attached).equals(certificate)).toBe(true);
	expect(world.mailbox.to(placed.email)).toEqual([]);

	// Google Drive has the two certificates, whole, and the written responses of the two in ZIP files.
	expect(
		stored().every(({ authorization }) => authorization === `Bearer ${GOOGLE_TOKEN}` || authorization === undefined),
	).toBe(true);
	for (const person of [got, lost]) {
		expect(namesOf('.pdf').join()).toContain(named(person, 'pdf'));
		expect(namesOf('.zip').join()).toContain(named(person, 'zip'));
	}
	expect(stored().filter(({ body }) => String(body).includes(certificate.toString()))).toHaveLength(1);
}
