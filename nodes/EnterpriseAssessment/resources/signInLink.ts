import { callEndpoint } from '../../api/request/request';
import { signInLink as signInLinkCheck } from '../../api/specification/responses';
import { collectionField } from '../../shared/fields';
import { filledIn } from '../../shared/values';
import { optionsField } from '../fields';
import type { Operation, Resource } from '../operation';
import { collection, locatedValue } from '../parameters';
import { ifUserNotFoundField, noSuchUser, userIdentity, userOfItemField } from '../user';
import { userAssessmentField } from '../userAssessment';

/** POST /create-sign-in-token */
const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create sign-in link',
		description: 'Create a link that signs a user in without the login form',
	},
	fields: [
		{
			displayName:
				'The link works once and for 5 minutes. Create it when a person wants to sign in, e.g. to redirect them. For an email, use "singleAssessmentSignInUrl" of Assignment: Create, which lasts.',
			name: 'singleUseNotice',
			type: 'notice',
			default: '',
		},
		userOfItemField(),
		ifUserNotFoundField(),
		collectionField('additionalFields', [
			userAssessmentField('The assessment to open. Without it the user lands on the dashboard.'),
		]),
		optionsField(),
	],
	async execute(run) {
		const { userAssessmentId } = collection(run, 'additionalFields');
		const identity = userIdentity(run);
		const body = filledIn({
			...identity,
			userAssessmentId: locatedValue(run, userAssessmentId, 'User Assessment'),
		});
		const link = await callEndpoint(run, { endpoint: 'createSignInToken', body }, signInLinkCheck);
		if (link === null) return noSuchUser(run, identity, body.userAssessmentId);
		const named = 'emailAddress' in identity ? { email: identity.emailAddress } : identity;
		return [{ json: { ...named, ...link } }];
	},
};

export const signInLink: Resource = {
	option: { name: 'Sign-In Link', value: 'signInLink' },
	defaultOperation: 'create',
	operations: [create],
};
