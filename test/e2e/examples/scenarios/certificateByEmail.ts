import { expect, vi } from 'vitest';

import { everySeconds } from '../../pollTrigger/workflows.ts';
import { SENDER } from '../support/world.ts';
import type { World } from '../support/world.ts';

export async function certificateByEmail(world: World): Promise<void> {
	const { api, simulator } = world.playground;
	const { control } = simulator;
	const { id } = await world.imported(
		'certificate-by-email',
		{ 'New Score': { pollTimes: { item: everySeconds(2) } }, 'E-Mail the Certificate': { fromEmail: SENDER } },
		[
			'New Score.credentials',
			'New Score.parameters.pollTimes.item',
			'Download Certificate.credentials',
			'E-Mail the Certificate.credentials',
			'E-Mail the Certificate.parameters.fromEmail',
		],
	);
	await world.publish(id);
	const [[lost, broken, got], [placed]] = [await world.finished('writing', 3), await world.finished('placement', 1)];
	if (lost === undefined || broken === undefined || got === undefined || placed === undefined) {
		throw new Error('There are no users');
	}
	world.mailbox.refuse(lost.email, true);
	const overrides = { certificateUrl: '2020q3/nothing/here' };
	await control.score({ userAssessmentId: broken.userAssessmentId, overrides });
	for (const { userAssessmentId } of [lost, got, placed]) await control.score({ userAssessmentId });
	const patience = { timeout: 90_000, interval: 200 };
	await vi.waitFor(() => expect(world.mailbox.to(got.email)).toHaveLength(1), patience);
	const failures = async () => {
		const failed = await api.executions.list({ workflowId: id, status: ['error'] });
		const executions = await Promise.all(failed.map(async (execution) => await api.executions.get(execution.id)));
		return executions.map((execution) => execution.error()?.message).join('\n');
	};
	await vi.waitFor(async () => {
		const told = await failures();
		expect(told).toMatch(/^No certificate was mailed to /);
		for (const { email } of [lost, broken]) expect(told).toContain(`${email}: `);
		for (const { email } of [got, placed]) expect(told).not.toContain(`${email}: `);
	}, patience);

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
}
