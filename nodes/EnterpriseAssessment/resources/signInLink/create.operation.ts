import { callEndpoint } from '../../../api/request/request';
import { collection, notice } from '../../../shared/parameters/kinds';
import { filledIn, visible } from '../../../shared/parameters/values';
import { operation } from '../../operation';
import { ifUserNotFound, noSuchUserError, OF_ITEM, skipped, user, userAssessment } from '../../user';

const PARAMETERS = {
	singleUseNotice: notice(
		"The link works once and expires after 5 minutes. Create it when a person wants to sign in, e.g. to redirect them. For emails, use the reusable link: 'singleAssessmentSignInUrl' from Assignment: Create.",
	),
	user: user('The user who will sign in', OF_ITEM),
	ifUserNotFound,
	additionalFields: collection('additionalFields', {
		userAssessmentId: userAssessment('The assessment to open. Without it, the person lands on their dashboard.'),
	}),
};

/** POST /create-sign-in-token */
export const signInLinkCreate = operation({
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create sign-in link',
		description: 'Create a link that works once and expires after 5 minutes',
	},
	parameters: PARAMETERS,
	async execute(item, { user: identity, ifUserNotFound: ifNone, additionalFields: { userAssessmentId } }) {
		const body = filledIn({ ...identity, userAssessmentId });
		const link = await callEndpoint(item, 'createSignInToken', body);
		if (link === null && ifNone === 'skip') return skipped(item);
		// The assessment may belong to another user.
		const orElse = userAssessmentId && `, or the user has no assessment ${visible(userAssessmentId)}`;
		if (link === null) throw noSuchUserError(item, identity, true, orElse);
		item.notes.users.push('found');
		const named = 'emailAddress' in identity ? { email: identity.emailAddress } : identity;
		return [{ json: { ...named, ...link } }];
	},
});
