import { expect } from 'vitest';

import { importDataTable } from '../support/dataTable.ts';
import { submitForm } from '../support/form.ts';
import { SENDER } from '../support/world.ts';
import type { World } from '../support/world.ts';

export async function selfServiceLink(world: World): Promise<void> {
	const { api, n8n } = world.playground;
	const table = await importDataTable(api, 'invitations');
	await table.insert([
		{ email: 'lost@example.com', link: 'https://assess.example.com/lost' },
		{ email: 'no@example.com' },
	]);
	const { id, webhookId } = await world.imported('self-service-link', {
		'Look up the link': { dataTableId: table.choice },
		'Email the link': { fromEmail: SENDER },
	});
	await world.publish(id);
	for (const email of ['no@example.com', 'other@example.com', 'LOST@example.com ']) {
		expect((await submitForm({ url: n8n.url, path: webhookId }, [email])).status).toBe(200);
	}
	expect((await world.executions(id, 3)).map(({ status }) => status)).toEqual(['success', 'success', 'success']);
	expect(world.mailbox.to('lost@example.com')).toMatchObject([
		{ text: expect.stringContaining('https://assess.example.com/lost') },
	]);
	for (const email of ['no@example.com', 'other@example.com']) expect(world.mailbox.to(email)).toEqual([]);
}
