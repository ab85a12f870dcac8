import { packageName } from '../../playground/communityPackage.ts';
import { buildWorkflow } from '../../playground/workflows/build.ts';

function post(name: string, url: string) {
	return {
		name,
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: { method: 'POST', url, options: {} },
	};
}

/** "Scored → message and CRM", for the picture of a canvas. */
export const scoreToTeams = buildWorkflow(
	'Score to team',
	[
		{ name: 'Assessment scored', type: `${packageName}.enterpriseAssessmentTrigger`, parameters: { simplify: true } },
		{
			name: 'Download certificate',
			type: `${packageName}.enterpriseAssessment`,
			parameters: { resource: 'file', operation: 'downloadCertificate', link: '={{ $json.certificateUrl }}' },
		},
		post('Message to the team', 'https://chat.example.com/hook'),
		post('Update the CRM', 'https://crm.example.com/candidates'),
	],
	[
		['Assessment scored', 'Download certificate'],
		['Download certificate', 'Message to the team'],
		['Download certificate', 'Update the CRM'],
	],
);
