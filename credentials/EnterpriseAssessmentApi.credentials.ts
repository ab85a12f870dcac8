import type {
	IAuthenticateGeneric,
	IAuthenticateRuleResponseCode,
	IAuthenticateRuleResponseSuccessBody,
	ICredentialTestRequest,
	ICredentialType,
	Icon,
	INodeProperties,
} from 'n8n-workflow';

import { CREDENTIAL_TEST_BASE_URL, CREDENTIAL_TEST_PATH, CURRENT_VERSION } from '../nodes/api/specification/address';

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
			description: 'Address of your service. A version at its end is ignored.',
			// n8n shows nothing but the code when there is no connection, whatever a declarative test says.
			hint: 'The full address, starting with https://. If saving shows ENOTFOUND or ECONNREFUSED, nothing answers there: look for a typing error.',
		},
		{
			displayName: 'API Version',
			name: 'apiVersion',
			type: 'options',
			options: [
				{ name: '2020q1 (Deprecated)', value: '2020q1' },
				{ name: '2020q3', value: CURRENT_VERSION },
				{ name: 'Beta (Deprecated)', value: 'beta' },
			],
			default: CURRENT_VERSION,
			description:
				'The deprecated versions have no lists of assignments, no text or certificate files, and no signed events',
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
		rules: rules(),
	};
}

function rules() {
	const statuses: IAuthenticateRuleResponseCode[] = [
		statusRule(
			401,
			'The service did not accept the API key: it is wrong or was revoked. Create a new one in the administrative dashboard (Settings, API Keys)',
		),
		statusRule(
			403,
			"Access was refused: check 'Service Address' and 'API Version'. A proxy may have answered instead of the service",
		),
		statusRule(404, "The service knows no such address: check 'Service Address' and 'API Version'"),
		statusRule(429, "The account's rate limit is exceeded: try again in a minute"),
	];
	// n8n applies rules of both kinds, although its type has arrays of one kind only.
	return Object.assign(statuses, { [statuses.length]: notTheServiceRule() });
}

function statusRule(value: number, message: string): IAuthenticateRuleResponseCode {
	return { type: 'responseCode', properties: { value, message } };
}

/** A web page, or JSON of something else, has no list of assessments: specification, GET /assessments. */
function notTheServiceRule(): IAuthenticateRuleResponseSuccessBody {
	const message = "What answers is not the service: check 'Service Address' and 'API Version'";
	return { type: 'responseSuccessBody', properties: { key: 'assessments', value: undefined, message } };
}
