import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { resources } from '../../../nodes/EnterpriseAssessment/resources/index.ts';
import type { OperationName } from '../action/support.ts';
import { assessmentId, byIdentifier, seedAssessmentId } from '../action/support.ts';
import { useSimulator } from '../support/simulator.ts';
import { useFileStore } from '../support/n8nContext.ts';
import { agentTool, fromAi, userFromAi } from './support/agent.ts';

/** The action node as a tool of an agent, through n8n-core's own code: what a model reads, sends and gets back. */

const service = useSimulator();

async function call(operation: OperationName, parameters: INodeParameters = {}, args: IDataObject = {}) {
	return await (await agentTool(service().credentials, operation, parameters)).invoke(args);
}

async function itemsOf(operation: OperationName, parameters: INodeParameters, args: IDataObject) {
	return JSON.parse(await call(operation, parameters, args)) as IDataObject[];
}

const BY_EMAIL = { user: userFromAi('emailAddress') };

describe('what the model reads', () => {
	it.each(
		resources.flatMap(({ option, operations }) =>
			operations.map(({ option: { value, action } }) => [`${option.value}.${value}`, action] as const),
		),
	)('of %s', async (operation, action) => {
		const tool = await agentTool(service().credentials, operation);
		expect(tool.name).toBe('Language_tests');
		expect(tool.description).toBe(`${action} in Enterprise Assessment`);
	});

	it('has one entry for each parameter that it is to fill, with type and description', async () => {
		const { schema } = await agentTool(service().credentials, 'score.getAll', {
			limit: fromAi('Limit', 'number'),
			filters: { completedOnOrAfter: fromAi('Completed_On_or_After', 'string', 'ISO 8601') },
		});
		expect(Object.keys(schema.shape).sort()).toEqual(['Completed_On_or_After', 'Limit']);
		expect(schema.shape.Completed_On_or_After?.description).toBe('ISO 8601');
		expect(() => schema.parse({ Limit: 'many', Completed_On_or_After: '2026-01-01' })).toThrow('Limit');
	});
});

describe('what the model gets', () => {
	it('assigns, makes a link and reads the score of whom the model names', async () => {
		const invitation = {
			assessmentId: assessmentId(fromAi('Assessment')),
			emailAddress: fromAi('Email'),
			givenName: fromAi('Given_Name'),
			surName: fromAi('Surname'),
		};
		const ada = { Email: 'ada@example.com', Given_Name: 'Ada', Surname: 'Lovelace' };
		const Assessment = await seedAssessmentId(service().simulator);
		const assigned = await itemsOf('assignment.create', invitation, { ...ada, Assessment });
		expect(assigned).toMatchObject([{ alreadyAssigned: false, signInUrl: expect.stringContaining('/sign-in/') }]);

		const link = await itemsOf('signInLink.create', BY_EMAIL, { User: 'ada@example.com' });
		expect(link).toMatchObject([{ signInUrl: expect.stringContaining('/sign-in/') }]);

		const score = await itemsOf('score.get', BY_EMAIL, { User: 'ada@example.com' });
		expect(score).toMatchObject([{ givenName: 'Ada', assessmentName: 'English Speaking' }]);
	});

	it('lists as many as the model wants, since when it says', async () => {
		const parameters = { limit: fromAi('Limit', 'number'), filters: { completedOnOrAfter: fromAi('Since') } };
		const reports = await itemsOf('score.getAll', parameters, { Limit: 2, Since: '2020-01-01' });
		expect(reports).toHaveLength(2);
		expect(reports[0]).toHaveProperty('score');
		const [request] = await service().requests();
		expect(request?.body).toEqual({ completedOnOrAfter: '2020-01-01T00:00:00.000+01:00' });
	});

	it('tells of files in JSON: the files themselves are not for a model', async () => {
		await useFileStore();
		const { scoreReports, userId } = await service().simulator.control.user({ uniqueIdentifier: 'EMP-001' });
		const [report] = scoreReports;
		const whose = { user: userFromAi('userId'), userAssessmentId: fromAi('Report') };
		const args = { User: userId, Report: report?.userAssessmentId ?? '' };
		const audio = { kind: 'audio', mimeType: 'audio/wav' };
		expect(await itemsOf('file.downloadAll', whose, args)).toMatchObject([
			{ files: [audio, audio, audio, { kind: 'certificate', mimeType: 'application/pdf' }] },
		]);

		const certificate = { Link: report?.certificateUrl ?? '' };
		const one = await itemsOf('file.downloadCertificate', { link: fromAi('Link') }, certificate);
		expect(one).toMatchObject([{ mimeType: 'application/pdf', fileSize: expect.any(Number) }]);
	});

	it('an empty list when a filter leaves nothing, or a user is to be skipped', async () => {
		expect(await call('score.getAll', { filters: { completedOnOrAfter: '2099-01-01' } })).toBe('[]');
		const skip = { ...BY_EMAIL, ifUserNotFound: 'skip' };
		expect(await call('score.get', skip, { User: 'nobody@example.com' })).toBe('[]');
	});
});

describe('what the model reads of an error', () => {
	it.each<[what: string, OperationName, INodeParameters, args: IDataObject, expected: RegExp]>([
		['a user who isn’t there', 'score.get', BY_EMAIL, { User: 'nobody@example.com' }, /no such user.*\n\nDetails: .+/s],
		['an empty user', 'score.get', BY_EMAIL, { User: '' }, /'User'/],
		[
			'a date that isn’t one',
			'assignment.getAll',
			{ assignedOnOrAfter: fromAi('Since') },
			{ Since: 'last week' },
			/'Assigned On or After'.*\n\nDetails: .+/s,
		],
		[
			'a link to somewhere else',
			'file.downloadCertificate',
			{ link: fromAi('Link') },
			{ Link: 'https://example.com/certificate.pdf' },
			/'Link'/,
		],
		[
			'an assessment of another account',
			'assignment.create',
			{ assessmentId: assessmentId(fromAi('Assessment')), emailAddress: 'ada@example.com' },
			{ Assessment: '00000000-0000-4000-8000-000000000000' },
			/no assessment with the ID 00000000/,
		],
	])('%s', async (_what, operation, parameters, args, expected) => {
		const failure = await call(operation, parameters, args).then(
			(answer) => new Error(`No error, but ${answer}`),
			(error: unknown) => error,
		);
		expect(String(failure)).toMatch(expected);
		expect(String(failure)).not.toContain(service().credentials.apiKey);
	});
});

describe('secrets', () => {
	it('reach the model only from the operations that are there to give them', async () => {
		const { credentials, simulator } = service();
		const { control } = simulator;
		const { scoreReports } = await control.user({ uniqueIdentifier: 'EMP-001' });
		const user = byIdentifier('EMP-001');
		const link = scoreReports[0]?.certificateUrl ?? '';
		const registered = await call('webhook.create', { url: 'http://127.0.0.1:9/' });
		const signingKey = (await control.webhook())?.signingKey ?? '';
		expect(registered).toContain(signingKey);

		const others: Array<[OperationName, INodeParameters]> = [
			['assessment.getAll', {}],
			['assignment.getAll', { assignedOnOrAfter: '2020-01-01' }],
			['file.downloadCertificate', { link }],
			['file.downloadAll', { user, userAssessmentId: scoreReports[0]?.userAssessmentId ?? '' }],
			['group.create', { name: 'New' }],
			['group.getAll', {}],
			['score.get', { user }],
			['score.getAll', { returnAll: true }],
			['webhook.get', {}],
			['webhook.sendExample', {}],
		];
		const answers = await Promise.all(others.map(async (other) => await call(...other)));
		answers.push(registered, await call('webhook.delete'));
		for (const answer of answers) {
			expect(answer.length).toBeGreaterThan(2);
			expect(answer).not.toContain(credentials.apiKey);
			expect(answer).not.toContain('sign-in');
			if (answer !== registered) expect(answer).not.toContain(signingKey);
		}
	});
});
