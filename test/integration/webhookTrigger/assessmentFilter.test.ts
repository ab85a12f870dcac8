import { describe, expect, it } from 'vitest';

import { EnterpriseAssessmentTrigger } from '../../../nodes/EnterpriseAssessmentTrigger/EnterpriseAssessmentTrigger.node.ts';
import { forgetFresh } from '../../../nodes/EnterpriseAssessmentTrigger/registration/freshRegistrations.ts';
import { loadOptionsContext } from '../support/n8nContext.ts';
import { useSimulator } from '../support/simulator.ts';
import { changes } from './support/changes.ts';
import { SCORED } from './support/scored.ts';
import type { TriggerUnderTest } from './support/trigger.ts';
import { trigger } from './support/trigger.ts';

const service = useSimulator();

const UNKNOWN = '9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d';

async function listing(assessmentNames: string[]): Promise<TriggerUnderTest> {
	return await trigger(service().credentials, { filters: { assessmentNames } });
}

/** The first of the account's assessments. */
async function wanted(): Promise<{ assessmentId: string; name: string }> {
	const [first] = (await service().simulator.control.state()).assessments;
	if (first === undefined) throw new Error('The account has no assessment');
	return first;
}

async function send(assessmentName: string, userAssessmentId: string): Promise<void> {
	const { control } = service().simulator;
	const scoreReports = SCORED.scoreReports.map((report) => ({ ...report, assessmentName, userAssessmentId }));
	await control.sendEvent({ event: 'user-assessment-scored', data: { ...SCORED, scoreReports } });
	await control.idle();
}

describe('an ID in the filter on assessments', () => {
	it.each(['production', 'test'] as const)('stands for its name (%s)', async (purpose) => {
		const { assessmentId, name } = await wanted();
		const node = await listing([assessmentId.toUpperCase(), 'Another']);
		await node.activate(purpose);
		await send(name, 'a');
		await send('Another', 'b');
		await send('A Third', 'c');
		expect(node.server.runs).toHaveLength(2);
	});

	it('does so in every process of n8n and when n8n starts again, and is looked up by publishing alone', async () => {
		const { assessmentId, name } = await wanted();
		const node = await listing([assessmentId]);
		await node.activate();
		forgetFresh(node.url);
		await service().simulator.control.inject({
			match: { path: '/assessments' },
			fault: { kind: 'status', status: 403 },
		});
		expect(await node.checkAtStart()).toBe(true);
		await send(name, 'a');
		expect(node.server.runs).toHaveLength(1);
	});

	it('is looked up again when the workflow is published again, and the registration stays', async () => {
		const { assessmentId, name } = await wanted();
		const node = await listing([assessmentId]);
		await node.activate();
		forgetFresh(node.url);
		delete node.staticData.production.namesById;
		await node.activate();
		expect(changes(await service().requests())).toEqual(['POST /webhook']);
		await send(name, 'a');
		expect(node.server.runs).toHaveLength(1);
		await node.delete();
		expect(node.staticData.production).toEqual({});
	});

	it('that is unknown, or can not be looked up, is refused before anything is registered', async () => {
		await expect((await listing([UNKNOWN])).activate()).rejects.toThrow(
			`The account has no assessment with the ID ${UNKNOWN} ('Assessment Names or IDs')`,
		);
		const node = await listing([(await wanted()).assessmentId]);
		await service().simulator.control.inject({
			match: { path: '/assessments' },
			fault: { kind: 'status', status: 403 },
		});
		await expect(node.activate()).rejects.toThrow("The IDs in 'Assessment Names or IDs' could not be looked up.");
		expect(changes(await service().requests())).toEqual([]);
	});
});

it('offers the names of the assessments of the account, each once', async () => {
	const { simulator, credentials } = service();
	const { name: twice } = await wanted();
	await simulator.control.addAssessment({ name: twice, kind: 'speaking' });
	const nodeType = new EnterpriseAssessmentTrigger();
	const names = await nodeType.methods.loadOptions.getAssessmentNames.call(
		loadOptionsContext({ nodeType, credentials }),
	);
	const { assessments } = await simulator.control.state();
	expect(names.map(({ value }) => value).sort()).toEqual([...new Set(assessments.map(({ name }) => name))].sort());
	expect(names.every(({ name, value }) => name === value)).toBe(true);
});
