import { callEndpoint } from '../../api/request/request';
import { collectionField } from '../../shared/fields';
import { filledIn } from '../../shared/parameters';
import { noticeField } from '../fields';
import type { Operation } from '../operation';
import { collection, textValue } from '../parameters';
import {
	ifUserNotFoundField,
	noSuchUserError,
	skipsUnknownUser,
	userAssessmentField,
	userIdentity,
	userOfItemField,
} from '../user';

/** POST /create-sign-in-token */
export const signInLinkCreate: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create sign-in link',
		description: 'Create a link that works once and expires after 5 minutes',
	},
	fields: [
		noticeField(
			'singleUseNotice',
			"The link works once and expires after 5 minutes. Create it when a person wants to sign in, e.g. to redirect them. For emails, use the reusable link: 'singleAssessmentSignInUrl' from Assignment: Create.",
		),
		userOfItemField('The user who will sign in'),
		ifUserNotFoundField(),
		collectionField('additionalFields', [
			userAssessmentField('The assessment to open. Without it, the person lands on their dashboard.'),
		]),
	],
	async execute(item) {
		const { userAssessmentId } = collection(item, 'additionalFields');
		const identity = userIdentity(item);
		const skipsUnknown = skipsUnknownUser(item);
		const assessment = textValue(item, userAssessmentId, 'User Assessment');
		const body = filledIn({ ...identity, userAssessmentId: assessment });
		const link = await callEndpoint(item, 'createSignInToken', body);
		if (link === null && skipsUnknown) return [];
		// The assessment may belong to another user.
		const orElse = assessment && `, or the user has no assessment ${assessment}`;
		if (link === null) throw noSuchUserError(item, identity, orElse);
		const named = 'emailAddress' in identity ? { email: identity.emailAddress } : identity;
		return [{ json: { ...named, ...link } }];
	},
};
