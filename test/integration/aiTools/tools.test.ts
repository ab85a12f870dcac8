import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { resources } from '../../../nodes/EnterpriseAssessment/resources/index.ts';
import { useSimulator } from '../support/simulator.ts';
import { useFileStore } from '../support/n8nContext.ts';
import { agentTool, fromAi, userFromAi } from './support/agent.ts';

/** The action node as a tool of an agent, through n8n-core's own code: what a model reads, sends and gets back. */

const service = useSimulator();

const call = async (parameters: INodeParameters, args: IDataObject = {}): Promise<string> =>
	await (await agentTool(service().credentials, parameters)).invoke(args);

const assessmentId = async (): Promise<string> =>
	(await service().simulator.control.state()).assessments[0]?.assessmentId ?? '';

describe('what the model reads', () => {
	it.each(
		resources.flatMap(({ option, operations }) =>
			operations.map((operation) => [option.value, operation.option.value, operation.option.action] as const),
		),
	)('of %s: %s', async (resource, operation, action) => {
		const tool = await agentTool(service().credentials, { resource, operation });
		expect(tool.name).toBe('Language_tests');
		expect(tool.description).toBe(`${action} in Enterprise Assessment`);
	});

	it('has one entry for each parameter that it is to fill, with type and description', async () => {
		const { schema } = await agentTool(service().credentials, {
			resource: 'score',
			operation: 'getAll',
			output: 'scoreReports',
			limit: fromAi('Limit', 'number'),
			simplify: true,
			filters: { completedOnOrAfter: fromAi('Completed_On_or_After', 'string', 'ISO 8601') },
		});
		expect(Object.keys(schema.shape).sort()).toEqual(['Completed_On_or_After', 'Limit']);
		expect(schema.shape.Completed_On_or_After?.description).toBe('ISO 8601');
		expect(() => schema.parse({ Limit: 'many', Completed_On_or_After: '2026-01-01' })).toThrow('Limit');
	});
});

describe('what the model gets', () => {
	it('assigns, makes a link and reads the score of whom the model names', async () => {
		const assigned: unknown = JSON.parse(
			await call(
				{
					resource: 'assignment',
					operation: 'create',
					assessmentId: { __rl: true, mode: 'id', value: fromAi('Assessment') },
					emailAddress: fromAi('Email'),
					givenName: fromAi('Given_Name'),
					surName: fromAi('Surname'),
					ifAlreadyAssigned: 'returnExisting',
				},
				{ Assessment: await assessmentId(), Email: 'ada@example.com', Given_Name: 'Ada', Surname: 'Lovelace' },
			),
		);
		expect(assigned).toMatchObject([{ alreadyAssigned: false, signInUrl: expect.stringContaining('/sign-in/') }]);

		const link: unknown = JSON.parse(
			await call(
				{ resource: 'signInLink', operation: 'create', user: userFromAi('emailAddress') },
				{ User: 'ada@example.com' },
			),
		);
		expect(link).toMatchObject([{ signInUrl: expect.stringContaining('/sign-in/') }]);

		const score: unknown = JSON.parse(
			await call(
				{ resource: 'score', operation: 'get', user: userFromAi('emailAddress') },
				{ User: 'ada@example.com' },
			),
		);
		expect(score).toMatchObject([{ givenName: 'Ada', assessmentName: 'English Speaking' }]);
	});

	it('lists as many as the model wants, since when it says', async () => {
		const text = await call(
			{
				resource: 'score',
				operation: 'getAll',
				returnAll: false,
				limit: fromAi('Limit', 'number'),
				filters: { completedOnOrAfter: fromAi('Since') },
			},
			{ Limit: 2, Since: '2020-01-01' },
		);
		const reports = JSON.parse(text) as IDataObject[];
		expect(reports).toHaveLength(2);
		expect(reports[0]).toHaveProperty('score');
		const [request] = await service().requests();
		expect(request?.body).toEqual({ completedOnOrAfter: '2020-01-01T00:00:00.000+01:00' });
	});

	it('tells of files in JSON: the files themselves are not for a model', async () => {
		await useFileStore();
		const { scoreReports, userId } = await service().simulator.control.user({ uniqueIdentifier: 'EMP-001' });
		const [report] = scoreReports;
		const all = JSON.parse(
			await call(
				{
					resource: 'file',
					operation: 'downloadAll',
					user: userFromAi('userId'),
					userAssessmentId: fromAi('User_Assessment_ID'),
				},
				{ User: userId, User_Assessment_ID: report?.userAssessmentId ?? '' },
			),
		) as Array<{ files: IDataObject[] }>;
		expect(all[0]?.files.map(({ kind, mimeType }) => [kind, mimeType])).toEqual([
			['audio', 'audio/wav'],
			['audio', 'audio/wav'],
			['audio', 'audio/wav'],
			['certificate', 'application/pdf'],
		]);

		const one: unknown = JSON.parse(
			await call(
				{ resource: 'file', operation: 'downloadCertificate', link: fromAi('Link'), binaryPropertyName: 'data' },
				{ Link: report?.certificateUrl ?? '' },
			),
		);
		expect(one).toMatchObject([{ mimeType: 'application/pdf', fileSize: expect.any(Number) }]);
	});

	it('an empty list when a filter leaves nothing, or a user is to be skipped', async () => {
		expect(await call({ resource: 'score', operation: 'getAll', filters: { completedOnOrAfter: '2099-01-01' } })).toBe(
			'[]',
		);
		const skip = { resource: 'score', operation: 'get', ifUserNotFound: 'skip', user: userFromAi('emailAddress') };
		expect(await call(skip, { User: 'nobody@example.com' })).toBe('[]');
	});
});

describe('what the model reads of an error', () => {
	it.each<[string, INodeParameters, IDataObject, RegExp]>([
		[
			'a user who isn’t there',
			{ resource: 'score', operation: 'get', user: userFromAi('emailAddress') },
			{ User: 'nobody@example.com' },
			/no such user.*\n\nDetails: .+/s,
		],
		[
			'an empty user',
			{ resource: 'score', operation: 'get', user: userFromAi('emailAddress') },
			{ User: '' },
			/'User'/,
		],
		[
			'a date that isn’t one',
			{ resource: 'assignment', operation: 'getAll', assignedOnOrAfter: fromAi('Since') },
			{ Since: 'last week' },
			/'Assigned On or After'.*\n\nDetails: .+/s,
		],
		[
			'a link to somewhere else',
			{ resource: 'file', operation: 'downloadCertificate', link: fromAi('Link'), binaryPropertyName: 'data' },
			{ Link: 'https://example.com/certificate.pdf' },
			/'Link'/,
		],
		[
			'an assessment of another account',
			{
				resource: 'assignment',
				operation: 'create',
				assessmentId: { __rl: true, mode: 'id', value: fromAi('Assessment') },
				emailAddress: 'ada@example.com',
			},
			{ Assessment: '00000000-0000-4000-8000-000000000000' },
			/403|400|assessment/i,
		],
	])('%s', async (_what, parameters, args, expected) => {
		const failure = await call(parameters, args).then(
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
		const user = { __rl: true, mode: 'uniqueIdentifier', value: 'EMP-001' };
		const link = scoreReports[0]?.certificateUrl ?? '';
		const registered = await call({ resource: 'webhook', operation: 'create', url: 'http://127.0.0.1:9/' });
		const signingKey = (await control.webhook())?.signingKey ?? '';
		expect(registered).toContain(signingKey);

		const answers = await Promise.all(
			[
				{ resource: 'assessment', operation: 'getAll' },
				{ resource: 'assignment', operation: 'getAll', assignedOnOrAfter: '2020-01-01' },
				{ resource: 'file', operation: 'downloadCertificate', link, binaryPropertyName: 'data' },
				{ resource: 'file', operation: 'downloadAll', user, userAssessmentId: scoreReports[0]?.userAssessmentId ?? '' },
				{ resource: 'group', operation: 'create', name: 'New' },
				{ resource: 'group', operation: 'getAll' },
				{ resource: 'score', operation: 'get', user },
				{ resource: 'score', operation: 'getAll', returnAll: true },
				{ resource: 'webhook', operation: 'get' },
				{ resource: 'webhook', operation: 'sendExample' },
			].map(async (parameters) => await call(parameters)),
		);
		answers.push(registered, await call({ resource: 'webhook', operation: 'delete' }));
		for (const answer of answers) {
			expect(answer.length).toBeGreaterThan(2);
			expect(answer).not.toContain(credentials.apiKey);
			expect(answer).not.toContain('sign-in');
			if (answer !== registered) expect(answer).not.toContain(signingKey);
		}
	});
});
