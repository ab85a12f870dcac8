import type { Workflow, WorkflowNode } from '../api/workflows.ts';
import { packageName } from '../communityPackage.ts';
import { buildWorkflow, chain, startNode } from './build.ts';
import type { NodeSketch } from './build.ts';
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

/** Puts out one text alone. */
const textNode = (name: string, field: string, text: string): NodeSketch => ({
	name,
	type: 'n8n-nodes-base.set',
	typeVersion: 3.4,
	parameters: {
		assignments: { assignments: [{ id: field, name: field, type: 'string', value: `=${text}` }] },
		options: {},
	},
});

/** Looks for new scores every minute, and makes a sentence of each. */
export function scoresWorkflow(name: string, credentials: Credentials): Workflow {
	const sentence = '{{ $json.givenName }} {{ $json.surname }} has {{ $json.score }} in {{ $json.assessmentName }}';
	return chain(name, [
		{
			name: 'New scores',
			type: `${packageName}.enterpriseAssessmentPollTrigger`,
			parameters: { pollTimes: { item: [{ mode: 'everyMinute' }] } },
			credentials,
		},
		textNode('Sentence for Slack', 'text', sentence),
	]);
}

/** Assigns the candidate's assessments by their names and makes a sign-in link for each. */
export function inviteWorkflow(name: string, candidate: Candidate, credentials: Credentials): Workflow {
	const ofCandidate = (field: keyof Candidate) => `={{ $('Candidate').first().json.${field} }}`;
	const assign = {
		assessmentId: { __rl: true, mode: 'name', value: '={{ $json.assessments }}' },
		emailAddress: ofCandidate('emailAddress'),
		givenName: ofCandidate('givenName'),
		surName: ofCandidate('surName'),
		ifAlreadyAssigned: 'returnExisting',
	};
	const signIn = {
		user: { __rl: true, mode: 'userId', value: '={{ $json.userId }}' },
		additionalFields: { userAssessmentId: '={{ $json.userAssessmentId }}' },
	};
	return chain(name, [
		startNode,
		fieldsNode('Candidate', { ...candidate }),
		splitNode('Assessments', 'assessments'),
		actionNode('Assign Assessment', { resource: 'assignment', operation: 'create', ...assign }, credentials),
		actionNode('Create Sign-In Link', { resource: 'signInLink', operation: 'create', ...signIn }, credentials),
	]);
}

const isScored = {
	combinator: 'and',
	options: { caseSensitive: true, leftValue: '', typeValidation: 'loose', version: 2 },
	conditions: [
		{
			id: 'scored',
			leftValue: '={{ $json.status }}',
			operator: { type: 'string', operation: 'equals' },
			rightValue: 'Completed',
		},
	],
};

/** Reads the candidate's score reports and downloads every file of those that are scored. */
export function resultsWorkflow(name: string, candidate: Candidate, credentials: Credentials): Workflow {
	const fromItem = (field: string, mode: string) => ({ __rl: true, mode, value: `={{ $json.${field} }}` });
	return buildWorkflow(
		name,
		[
			startNode,
			{
				...actionNode(
					'Get Score',
					{
						resource: 'score',
						operation: 'get',
						user: { __rl: true, mode: 'emailAddress', value: candidate.emailAddress },
						ifUserNotFound: 'skip',
					},
					credentials,
				),
				// Before the invitation, too, something is to be seen.
				alwaysOutputData: true,
			},
			{
				name: 'Scored?',
				type: 'n8n-nodes-base.if',
				typeVersion: 2.2,
				parameters: { conditions: isScored },
			},
			actionNode(
				'Download All',
				{
					resource: 'file',
					operation: 'downloadAll',
					user: fromItem('userId', 'userId'),
					userAssessmentId: fromItem('userAssessmentId', 'id'),
				},
				credentials,
			),
			textNode(
				'Not scored yet',
				'message',
				`{{ $json.assessmentName || 'The invitation' }} is not scored yet. First press "Score" on the simulator's page.`,
			),
		],
		[
			['Start', 'Get Score'],
			['Get Score', 'Scored?'],
			['Scored?', 'Download All', 0],
			['Scored?', 'Not scored yet', 1],
		],
	);
}
