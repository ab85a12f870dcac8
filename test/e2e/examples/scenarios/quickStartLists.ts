import { isFirstGeneration } from '../../../firstGeneration.ts';
import { csvFile, isEven, lists } from '../support/lists.ts';
import type { World } from '../support/world.ts';
import { quickStartWorkflow } from './quickStart.ts';

/** Everyone on a list of any shape is invited and emailed once by the README's quick start, or reported in an error output. */
export async function listsInTheQuickStart(world: World): Promise<void> {
	const { executions, expect, form, mailbox } = world;
	const { id, webhookId } = await quickStartWorkflow(world);
	// n8n 1.x silently ends a list at a row with another number of columns.
	const readable = isFirstGeneration ? lists.filter(isEven) : lists;
	for (const [index, list] of readable.entries()) {
		const { shape, cells, invited = [], inQuickStart: expected = invited } = list;
		await form(webhookId, [csvFile(list)]);
		const last = (await executions(id, index + 1)).at(-1);
		if (last?.error() !== undefined) {
			expect([shape, last.error('Extract from File')?.message]).toEqual([
				shape,
				"The file selected in 'Input Binary Field' is not in csv format",
			]);
			continue;
		}
		const rows = last?.items('Extract from File') ?? [];
		const [found, refused] = [last?.items('Invite') ?? [], last?.items('Invite', 1) ?? []];
		const emailed = found.filter(({ json }) => json.alreadyAssigned === false).map(({ json }) => json.email);
		const refusals = refused.map(({ json }) => json.error);
		expect(emailed.sort(), shape).toEqual([...expected].sort());
		for (const email of expected) expect(mailbox.to(email), email).toHaveLength(1);
		expect(found.length + refusals.length, `${shape}: ${refusals.join('; ')}`).toBe(rows.length);
		// Only repeated rows have neither an email nor an error.
		const people = new Set(cells.map(([email = '']) => email.toLowerCase()));
		expect(emailed.length + refusals.length, shape).toBeGreaterThanOrEqual(rows.length - (cells.length - people.size));
	}
}
