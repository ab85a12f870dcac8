import { packageName } from '../../playground/communityPackage.ts';
import type { Playground } from '../../playground/playground.ts';
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
export const scoreToTeam = (credentials: Playground['credentials']) =>
	buildWorkflow(
		'Score to team',
		[
			{
				name: 'Assessment scored',
				type: `${packageName}.enterpriseAssessmentTrigger`,
				parameters: { simplify: true },
				credentials,
				webhookId: '5f0c6f2e-9a1b-4c55-8a6e-1d2e3f405162',
			},
			{
				name: 'Download certificate',
				type: `${packageName}.enterpriseAssessment`,
				parameters: { resource: 'file', operation: 'downloadCertificate', link: '={{ $json.certificateUrl }}' },
				credentials,
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
