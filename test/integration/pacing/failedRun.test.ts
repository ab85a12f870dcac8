import { describe, expect, it } from 'vitest';

import { actionNode, assessmentId, failureOf, run, seedAssessmentId } from '../action/support.ts';
import { execute } from '../support/n8nContext.ts';
import { useSimulator } from '../support/simulator.ts';

const service = useSimulator();

const REFUSED = { kind: 'status', status: 429, headers: { 'Retry-After': '600' } } as const;

/** The parameters of an invitation per row, and so many rows; a row without an address fails before it sends anything. */
async function invitations(count: number, ...withoutAddress: number[]) {
	const parameters = {
		assessmentId: assessmentId(await seedAssessmentId(service().simulator)),
		emailAddress: '={{ $json.email }}',
		ifAlreadyAssigned: 'assignAgain',
	};
	const address = (row: number) => (withoutAddress.includes(row) ? '' : `person${row}@example.com`);
	return { parameters, items: Array.from({ length: count }, (_, index) => ({ json: { email: address(index + 1) } })) };
}

async function assigned(): Promise<number> {
	return (await service().requests()).filter(({ endpoint, status }) => endpoint === '/assign' && status === 200).length;
}

describe('once an item has failed the run', () => {
	it.each([
		[1, 0, 0],
		[31, 20, 25],
	])('nobody is invited whose item waits for its turn: row %i fails', async (row, least, most) => {
		const { parameters, items } = await invitations(60, row);
		const failure = await failureOf(run(service().credentials, 'assignment.create', parameters, items));
		expect(failure.message).toContain(`[row ${row} `);
		expect(await assigned()).toBeGreaterThanOrEqual(least);
		expect(await assigned()).toBeLessThanOrEqual(most);
	});

	it('the error comes at once, although the limit is used up for ten minutes', async () => {
		const { simulator, credentials } = service();
		const { parameters, items } = await invitations(20);
		await simulator.control.inject({ match: { path: '/assign' }, fault: REFUSED });
		items[1] = { json: { email: 'admin@example.com' } };
		const failure = await failureOf(run(credentials, 'assignment.create', parameters, items));
		expect(failure.message).toMatch(/could not process the request.*\[row 2 /);
		expect(await assigned()).toBeLessThan(4);
	});

	it('what a request made whose answer was lost is still looked for', async () => {
		const { simulator, credentials, requests } = service();
		const { parameters, items } = await invitations(2);
		const lost = { kind: 'status', status: 503, after: true } as const;
		await simulator.control.inject({ match: { path: '/assign' }, fault: lost });
		items[1] = { json: { email: 'admin@example.com' } };
		const inviting = { ...parameters, ifAlreadyAssigned: 'returnExisting' };
		const failure = await failureOf(execute(actionNode(credentials, 'assignment.create', inviting), items));
		expect(failure.description).toContain('1 of 2 items');
		expect((await requests()).at(-1)?.endpoint).toBe('/create-sign-in-token');
	});
});
