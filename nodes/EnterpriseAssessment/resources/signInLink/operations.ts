import { callEndpoint } from '../../../api/request/request';
import { visible } from '../../../api/specification/plainText';
import { collection, notice } from '../../../shared/parameters/kinds';
import { filledIn } from '../../../shared/parameters/parameter';
import { operation } from '../../operation';
import { ifUserNotFound, user, userAssessment, withoutUser } from '../../user';

/** POST /create-sign-in-token */
export const signInLinkCreate = operation({
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create sign-in link',
		description: 'Create a link that works once and expires after 5 minutes',
	},
	parameters: {
		singleUseNotice: notice(
			"The link works once and expires after 5 minutes. Create it when a person wants to sign in, e.g. to redirect them. For emails, use the reusable link: 'singleAssessmentSignInUrl' from Assignment: Create.",
		),
		user: user('The user who will sign in'),
		ifUserNotFound,
		additionalFields: collection('additionalFields', {
			userAssessmentId: userAssessment('The assessment to open. Without it, the person lands on their dashboard.'),
		}),
	},
	prepare: (item, given) => async () => {
		const { userAssessmentId } = given.additionalFields;
		const link = await callEndpoint(item, 'createSignInToken', filledIn({ ...given.user, userAssessmentId }));
		// The assessment may belong to another user.
		const orElse = userAssessmentId && `, or the user has no assessment ${visible(userAssessmentId)}`;
		if (link === null) return withoutUser(item, given, orElse);
		const named = 'emailAddress' in given.user ? { email: given.user.emailAddress } : given.user;
		return [{ json: { ...named, ...link } }];
	},
});
