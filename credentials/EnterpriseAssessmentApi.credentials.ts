import type {
	IAuthenticateGeneric,
	ICredentialTestRequest,
	ICredentialType,
	Icon,
	INodeProperties,
} from 'n8n-workflow';

import { CREDENTIAL_TEST_BASE_URL, CREDENTIAL_TEST_PATH, CURRENT_VERSION } from '../nodes/api/address';

export class EnterpriseAssessmentApi implements ICredentialType {
	name = 'enterpriseAssessmentApi';

	displayName = 'Enterprise Assessment API';

	icon: Icon = {
		light: 'file:../icons/enterpriseAssessment.svg',
		dark: 'file:../icons/enterpriseAssessment.dark.svg',
	};

	documentationUrl = 'https://github.com/enterprise-assessment/n8n-nodes-enterprise-assessment#credentials';

	properties: INodeProperties[] = [
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description: 'Sent to the service with every request, and to nobody else',
			hint: 'From the administrative dashboard of the service: Settings, API Keys. It is shown there only once.',
		},
		{
			displayName: 'Service Address',
			name: 'baseHost',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://assess.example.com',
			description: 'Where the service is. A version at its end is ignored.',
			hint: 'The full address, starting with https://',
		},
		{
			displayName: 'API Version',
			name: 'apiVersion',
			type: 'string',
			default: CURRENT_VERSION,
			description:
				'The deprecated versions beta and 2020q1 lack lists of assignments, text and certificate files, and signed events',
			hint: 'Leave it as it is, unless the service has told you to use another version',
		},
	];

	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: {
			headers: {
				Authorization: '=Bearer {{$credentials.apiKey.trim()}}',
			},
		},
	};

	test: ICredentialTestRequest = {
		request: {
			baseURL: CREDENTIAL_TEST_BASE_URL,
			url: CREDENTIAL_TEST_PATH,
			disableFollowRedirect: true,
		},
		rules: [
			responseCode(
				401,
				'The service did not accept the API key: it is wrong or was revoked. Create a new one in the administrative dashboard (Settings, API Keys)',
			),
			responseCode(404, "The service knows no such address: check 'Service Address' and 'API Version'"),
			responseCode(429, "The account's rate limit is exceeded: try again in a minute"),
		],
	};
}

function responseCode(value: number, message: string) {
	return { type: 'responseCode' as const, properties: { value, message } };
}
