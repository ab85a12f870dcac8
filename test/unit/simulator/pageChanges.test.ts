import { describe, expect, it } from 'vitest';
import type { LoggedRequest } from '../../../simulator/http/requestLog.ts';
import { startSimulator } from '../../../simulator/index.ts';
import { changesBetween } from '../../../simulator/page/changes.js';
import type { Delivery } from '../../../simulator/webhook/deliveries.ts';
import { delivery, NOW, request } from './pageBuilders.ts';

/** What the simulator's page tells of what happened between two looks. */

describe('changes', () => {
	const sight = async () => {
		const simulator = await startSimulator({ clock: { now: () => NOW } });
		const [simulatorState, users] = [await simulator.control.state(), await simulator.control.users()];
		await simulator.close();
		const deliveries: Delivery[] = [];
		const requests: LoggedRequest[] = [];
		return { state: simulatorState, users, deliveries, requests };
	};

	it('nothing changed, nothing said', async () => {
		const seen = { ...(await sight()), deliveries: [delivery({})], requests: [request({ status: 429 })] };
		expect(changesBetween(seen, seen)).toEqual([]);
	});

	it('tells of webhooks, answers, assignments and refusals by others', async () => {
		const before = await sight();
		const webhook = { url: 'http://x/', createdAt: '1', signingKey: null, version: 'beta' };
		const registered = { ...before, state: { ...before.state, webhook } };
		expect(changesBetween(before, registered)).toEqual(['A webhook was registered: http://x/']);
		const anew = { ...before, state: { ...before.state, webhook: { ...webhook, createdAt: '2' } } };
		expect(changesBetween(registered, anew)).toEqual(['A webhook was registered: http://x/']);
		expect(changesBetween(anew, before)).toEqual(['The webhook was removed.']);

		const underway = { ...before, deliveries: [delivery({ underway: true, event: 'webhook-example' })] };
		const answered = { ...before, deliveries: [delivery({ status: 401, event: 'webhook-example' })] };
		expect(changesBetween(before, underway)).toEqual([]);
		expect(changesBetween(underway, answered)).toEqual(['Webhook, webhook-example: answered 401.']);

		const refused = [1, 2].map((requestId) => request({ requestId, status: 429 }));
		expect(changesBetween(before, { ...before, requests: refused })).toEqual([
			'2 requests were refused over the limit (429).',
		]);

		const [admin, ...users] = before.users;
		const newReport = before.users[1]?.scoreReports[0];
		const assigned = users.map((user, index) =>
			index === 1 && newReport ? { ...user, scoreReports: [...user.scoreReports, newReport] } : user,
		);
		expect(changesBetween({ ...before, users }, { ...before, users: assigned })).toEqual([
			'Søren Kjærgård was assigned English Speaking.',
		]);
		expect(changesBetween({ ...before, users }, before)).toEqual([]);
		expect(admin?.administrator).toBe(true);
	});

	it('never says more than three sentences', async () => {
		const before = await sight();
		const deliveries = [1, 2, 3, 4, 5].map((deliveryId) => delivery({ deliveryId }));
		const told = changesBetween(before, { ...before, deliveries });
		expect(told).toHaveLength(3);
		expect(told[2]).toBe('And 3 more changes.');
	});
});
