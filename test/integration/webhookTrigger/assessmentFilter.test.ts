import { describe, expect, it } from 'vitest';

import { EnterpriseAssessmentTrigger } from '../../../nodes/EnterpriseAssessmentTrigger/EnterpriseAssessmentTrigger.node.ts';
import { forgetFresh } from '../../../nodes/EnterpriseAssessmentTrigger/registration/freshRegistrations.ts';
import { loadOptionsContext } from '../support/n8nContext.ts';
import { SCORED, useAccount } from './support/account.ts';
import type { TriggerUnderTest } from './support/trigger.ts';

const { changes, control, credentials, send, trigger } = useAccount();

const UNKNOWN = '9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d';

const REFUSED = { match: { path: '/assessments' }, fault: { kind: 'status', status: 403 } } as const;

async function listing(assessmentNames: string[]): Promise<TriggerUnderTest> {
	return await trigger({ filters: { assessmentNames } });
}

/** The first of the account's assessments. */
async function wanted(): Promise<{ assessmentId: string; name: string }> {
	const [first] = (await control().state()).assessments;
	if (first === undefined) throw new Error('The account has no assessment');
	return first;
}

async function sendOf(assessmentName: string, userAssessmentId: string): Promise<void> {
	const scoreReports = SCORED.scoreReports.map((report) => ({ ...report, assessmentName, userAssessmentId }));
	await send({ event: 'user-assessment-scored', data: { ...SCORED, scoreReports } });
}

describe('an ID in the filter on assessments', () => {
	it.each(['production', 'test'] as const)('stands for its name (%s)', async (purpose) => {
		const { assessmentId, name } = await wanted();
		const node = await listing([assessmentId.toUpperCase(), 'Another']);
		await node.activate(purpose);
		await sendOf(name, 'a');
		await sendOf('Another', 'b');
		await sendOf('A Third', 'c');
		expect(node.server.runs).toHaveLength(2);
	});

	it('does so in every process of n8n and when n8n starts again, and is looked up by publishing alone', async () => {
		const { assessmentId, name } = await wanted();
		const node = await listing([assessmentId]);
		await node.activate();
		forgetFresh(node.url);
		await control().inject(REFUSED);
		expect(await node.checkAtStart()).toBe(true);
		await sendOf(name, 'a');
		expect(node.server.runs).toHaveLength(1);
	});

	it('is looked up again when the workflow is published again, and the registration stays', async () => {
		const { assessmentId, name } = await wanted();
		const node = await listing([assessmentId]);
		await node.activate();
		forgetFresh(node.url);
		delete node.staticData.production.namesById;
		await node.activate();
		expect(await changes()).toEqual(['POST /webhook']);
		await sendOf(name, 'a');
		expect(node.server.runs).toHaveLength(1);
		await node.delete();
		expect(node.staticData.production).toEqual({});
	});

	it('that is unknown, or can not be looked up, is refused before anything is registered', async () => {
		await expect((await listing([UNKNOWN])).activate()).rejects.toThrow(
			`The account has no assessment with the ID ${UNKNOWN} ('Assessment Names or IDs')`,
		);
		const node = await listing([(await wanted()).assessmentId]);
		await control().inject(REFUSED);
		await expect(node.activate()).rejects.toThrow("The IDs in 'Assessment Names or IDs' could not be looked up.");
		expect(await changes()).toEqual([]);
	});
});

it('offers the names of the assessments of the account, each once', async () => {
	const { name: twice } = await wanted();
	await control().addAssessment({ name: twice, kind: 'speaking' });
	const nodeType = new EnterpriseAssessmentTrigger();
	const context = loadOptionsContext({ nodeType, credentials: credentials() });
	const names = await nodeType.methods.loadOptions.getAssessmentNames.call(context);
	const { assessments } = await control().state();
	expect(names.map(({ value }) => value).sort()).toEqual([...new Set(assessments.map(({ name }) => name))].sort());
	expect(names.every(({ name, value }) => name === value)).toBe(true);
});
