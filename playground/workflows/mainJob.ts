import type { Workflow, WorkflowNode } from '../api/workflows.ts';
import { buildWorkflow, chain, startNode } from './build.ts';
import { actionNode, fieldsNode, splitNode } from './nodes.ts';

type Credentials = NonNullable<WorkflowNode['credentials']>;

export interface Candidate {
	readonly emailAddress: string;
	readonly givenName: string;
	readonly surName: string;
	/** Names of the assessments to assign. */
	readonly assessments: readonly string[];
}

/** The one that the example workflows invite: a speaking assessment leaves recordings, a writing one leaves texts. */
export const exampleCandidate: Candidate = {
	emailAddress: 'robin.example@example.com',
	givenName: 'Robin',
	surName: 'Example',
	assessments: ['English Speaking', 'English Writing'],
};

/** Assigns the candidate's assessments and makes a sign-in link for each. */
export function inviteWorkflow(name: string, candidate: Candidate, credentials: Credentials): Workflow {
	const ofCandidate = (field: keyof Candidate) => `={{ $('Candidate').first().json.${field} }}`;
	return chain(name, [
		startNode,
		fieldsNode('Candidate', { ...candidate }),
		actionNode('List Assessments', { resource: 'assessment', operation: 'getAll', returnAll: true }, credentials),
		{
			name: 'Keep the Wanted',
			type: 'n8n-nodes-base.filter',
			typeVersion: 2.2,
			parameters: {
				conditions: {
					combinator: 'and',
					options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
					conditions: [
						{
							id: 'wanted',
							leftValue: ofCandidate('assessments'),
							operator: { type: 'array', operation: 'contains', rightType: 'any' },
							rightValue: '={{ $json.name }}',
						},
					],
				},
				options: {},
			},
		},
		actionNode(
			'Assign Assessment',
			{
				resource: 'assignment',
				operation: 'create',
				assessmentId: { __rl: true, mode: 'id', value: '={{ $json.assessmentId }}' },
				emailAddress: ofCandidate('emailAddress'),
				givenName: ofCandidate('givenName'),
				surName: ofCandidate('surName'),
				ifAlreadyAssigned: 'returnExisting',
			},
			credentials,
		),
		actionNode(
			'Create Sign-In Link',
			{
				resource: 'signInLink',
				operation: 'create',
				user: { __rl: true, mode: 'userId', value: '={{ $json.userId }}' },
				additionalFields: { userAssessmentId: '={{ $json.userAssessmentId }}' },
			},
			credentials,
		),
	]);
}

/** Reads the candidate's score reports and downloads every file of them. */
export function resultsWorkflow(name: string, candidate: Candidate, credentials: Credentials): Workflow {
	const download = (node: string, operation: string, field: string) =>
		actionNode(node, { resource: 'file', operation, link: `={{ $json.${field} }}` }, credentials);
	return buildWorkflow(
		name,
		[
			startNode,
			actionNode(
				'Get Score',
				{
					resource: 'score',
					operation: 'get',
					user: { __rl: true, mode: 'emailAddress', value: candidate.emailAddress },
					output: 'users',
					simplify: false,
				},
				credentials,
			),
			splitNode('Score Reports', 'scoreReports'),
			download('Download Certificate', 'downloadCertificate', 'certificateUrl'),
			splitNode('Recordings', 'openResponses'),
			download('Download Audio', 'downloadAudio', 'responseAudioUrl'),
			splitNode('Texts', 'writingOpenResponses'),
			download('Download Text', 'downloadText', 'responseTextUrl'),
		],
		[
			['Start', 'Get Score'],
			['Get Score', 'Score Reports'],
			['Score Reports', 'Download Certificate'],
			['Score Reports', 'Recordings'],
			['Recordings', 'Download Audio'],
			['Score Reports', 'Texts'],
			['Texts', 'Download Text'],
		],
	);
}
