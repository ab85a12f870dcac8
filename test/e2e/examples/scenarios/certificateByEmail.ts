import { expect, vi } from 'vitest';

import { SENDER } from '../support/world.ts';
import type { World } from '../support/world.ts';

/** n8n refuses a cron with a changing second, but not several with one second each. */
const EVERY_TWO_SECONDS = {
	item: Array.from({ length: 30 }, (_, index) => ({ mode: 'custom', cronExpression: `${index * 2} * * * * *` })),
};

export async function certificateByEmail(world: World): Promise<void> {
	const { api, simulator } = world.playground;
	const { control } = simulator;
	const { id } = await world.imported(
		'certificate-by-email',
		{ 'New Score': { pollTimes: EVERY_TWO_SECONDS }, 'E-Mail the Certificate': { fromEmail: SENDER } },
		[
			'New Score.credentials',
			'New Score.parameters.pollTimes.item',
			'Download Certificate.credentials',
			'E-Mail the Certificate.credentials',
			'E-Mail the Certificate.parameters.fromEmail',
		],
	);
	await world.publish(id);
	const [[lost, got], [placed]] = [await world.finished('writing', 2), await world.finished('placement', 1)];
	if (lost === undefined || got === undefined || placed === undefined) throw new Error('There are no users');
	world.mailbox.refuse(lost.email, true);
	for (const { userAssessmentId } of [lost, got, placed]) await control.score({ userAssessmentId });
	await vi.waitFor(() => expect(world.mailbox.to(got.email)).toHaveLength(1), { timeout: 30_000, interval: 200 });
	const failed = async () => await api.executions.list({ workflowId: id, status: ['error'] });
	await vi.waitFor(async () => expect(await failed()).toHaveLength(1), { timeout: 30_000, interval: 200 });

	const [mail] = world.mailbox.to(got.email);
	const [report] = (await control.user({ userId: got.userId })).scoreReports;
	const headers = { authorization: `Bearer ${simulator.apiKey}` };
	const response = await fetch(`${simulator.baseHost}/${report?.certificateUrl}`, { headers });
	const certificate = Buffer.from(await response.arrayBuffer());
	expect(certificate.subarray(0, 5).toString()).toBe('%PDF-');
	expect(mail).toMatchObject({ from: { address: SENDER }, subject: `Your certificate: ${got.assessmentName}` });
	expect(mail?.attachments).toMatchObject([{ filename: 'Certificate.pdf', mimeType: 'application/pdf' }]);
	const attached = mail?.attachments[0]?.content;
	expect(attached instanceof ArrayBuffer && Buffer.from(attached).equals(certificate)).toBe(true);

	const [failure] = await failed();
	const execution = await api.executions.get(failure?.id ?? '');
	expect(execution.error()?.message).toMatch(`No certificate was mailed to ${lost.email}: `);
	expect(world.mailbox.to(placed.email)).toEqual([]);
	await api.workflows.deactivate(id);
}
