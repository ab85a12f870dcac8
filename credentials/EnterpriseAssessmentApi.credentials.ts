import type {
	IAuthenticateGeneric,
	Icon,
	ICredentialTestRequest,
	ICredentialType,
	INodeProperties,
} from 'n8n-workflow';

import { LONGEST_WINDOW_MS } from '../nodes/api/pacing/slots';
import { CREDENTIAL_TEST, CURRENT_VERSION } from '../nodes/api/specification/address';

export class EnterpriseAssessmentApi implements ICredentialType {
	name = 'enterpriseAssessmentApi';

	displayName = 'Enterprise Assessment API';

	icon: Icon = { light: 'file:../icons/enterpriseAssessment.svg', dark: 'file:../icons/enterpriseAssessment.dark.svg' };

	// Otherwise, anyone who can use the credentials could send the API key anywhere with HTTP Request. n8n before 2.26 can ignore this.
	restrictToSupportedNodes = true as const;

	documentationUrl = 'https://github.com/enterprise-assessment/n8n-nodes-enterprise-assessment#credentials';

	properties: INodeProperties[] = [
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description: 'Sent with every request to the Service Address',
			hint: 'Create one in the admin dashboard, under Settings, API Keys. The dashboard shows it only once.',
		},
		{
			displayName: 'Service Address',
			name: 'baseHost',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://assess.example.com',
			// If there's no connection, n8n shows only the error code and none of our messages.
			description:
				"The URL of your Enterprise Assessment service. A version at its end is ignored. If saving shows ENOTFOUND or ECONNREFUSED, check for typos. EPROTO: this port probably doesn't use HTTPS. CERT or UNABLE_TO_VERIFY: n8n doesn't trust the certificate (see NODE_EXTRA_CA_CERTS).",
			hint: 'Starts with https:// and usually ends with the host name. Leave out page paths such as /login.',
		},
		{
			displayName: 'API Version',
			name: 'apiVersion',
			type: 'string',
			default: CURRENT_VERSION,
			placeholder: `e.g. ${CURRENT_VERSION}`,
			description:
				"The deprecated versions 2020q1 and beta can't list assignments, download written responses or certificates, or sign events",
			hint: "Don't change it unless the service's operator tells you to use a different version",
		},
	];

	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: { headers: { Authorization: '=Bearer {{$credentials.apiKey.trim()}}' } },
	};

	test: ICredentialTestRequest = {
		request: { ...CREDENTIAL_TEST, disableFollowRedirect: true },
		rules: rules(),
	};
}

const CHECK_ADDRESS =
	"Check 'Service Address' and 'API Version'. Leave out page paths, as in https://assess.example.com";

const STATUSES = {
	401: "The service didn't accept the API key. It's wrong or was revoked. Create a new one in the admin dashboard (Settings, API Keys)",
	403: "Access was refused. Check 'Service Address' and 'API Version'. A proxy may have answered instead of the service",
	404: `Nothing was found at this URL. ${CHECK_ADDRESS}`,
	429: `Your account's rate limit is exceeded. Try again in a minute, or in ${LONGEST_WINDOW_MS / 60_000} minutes at the latest`,
};

function rules() {
	const statuses = Object.entries(STATUSES).map(([value, message]) => {
		return { type: 'responseCode' as const, properties: { value: Number(value), message } };
	});
	const message = `Something other than Enterprise Assessment answered. ${CHECK_ADDRESS}`;
	// Rejects a body without 'assessments' (specification: GET /assessments). n8n shows the message if the body's field `key` is `value`.
	const notTheService = { type: 'responseSuccessBody', properties: { key: 'assessments', value: undefined, message } };
	// n8n applies rules of both kinds, but its type allows only one kind per array. So the other rule is added this way.
	return Object.assign(statuses, { [statuses.length]: notTheService });
}
