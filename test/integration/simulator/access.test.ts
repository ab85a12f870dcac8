import { describe, expect, it } from 'vitest';
import { useSimulator } from './harness.ts';

/** What the account may not have: 403 for resources of others, 409 for people who can't be assigned to. */

const service = useSimulator();
const UUID = '00000000-0000-4000-8000-000000000000';

describe('403', () => {
	const forbidden = async (path: string, body: unknown): Promise<void> => {
		const users = (await service().simulator.control.state()).userCount;
		const reply = await service().call('POST', path, { body });
		expect([path, reply.status]).toEqual([path, 403]);
		expect((await service().simulator.control.state()).userCount).toBe(users);
	};

	it('for assessments, groups and user assessments that are another’s or nobody’s', async () => {
		const { assessmentId, simulator } = service();
		const { otherAccount } = await simulator.control.state();
		const emailAddress = 'candidate001@example.com';
		for (const foreign of [otherAccount.assessmentId, UUID]) {
			await forbidden('/assign', { assessmentId: foreign, emailAddress: 'new@example.com' });
		}
		for (const foreign of [otherAccount.groupId, UUID]) {
			const known = { assessmentId: await assessmentId(0), emailAddress: 'new@example.com' };
			await forbidden('/assign', { ...known, assignedGroups: [foreign] });
			await forbidden('/scores', { groupIds: [foreign] });
		}
		for (const foreign of [otherAccount.userAssessmentId, UUID]) {
			await forbidden('/create-sign-in-token', { emailAddress, userAssessmentId: foreign });
		}
	});

	it('for another account’s files, which that account may read', async () => {
		const { get, simulator } = service();
		const { otherAccount } = await simulator.control.state();
		const read = async (apiKey: string): Promise<number[]> => {
			const replies = otherAccount.links.map((link) =>
				get(`${simulator.baseHost}/${link}`, { authorization: `Bearer ${apiKey}` }),
			);
			return (await Promise.all(replies)).map(({ status }) => status);
		};
		expect(new Set(await read(simulator.apiKey))).toEqual(new Set([403]));
		expect(new Set(await read(otherAccount.apiKey))).toEqual(new Set([200]));
	});
});

describe('409', () => {
	it.each([
		['an administrator, by e-mail', { emailAddress: 'ADMIN@example.com' }],
		['an administrator, by uniqueIdentifier', { uniqueIdentifier: 'ADMIN-001' }],
		['two users at once', { emailAddress: 'candidate001@example.com', uniqueIdentifier: 'EMP-002' }],
	])('assignment to %s', async (_name, identity) => {
		const { assessmentId, call, simulator } = service();
		const before = JSON.stringify(await simulator.control.users());
		const reply = await call('POST', '/assign', { body: { assessmentId: await assessmentId(0), ...identity } });
		expect(reply.status).toBe(409);
		expect(reply.json).toEqual({ errors: [{ code: 'conflict', message: expect.any(String) as string }] });
		expect(JSON.stringify(await simulator.control.users())).toBe(before);
	});
});
