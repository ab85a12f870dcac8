import { forbidden } from '../http/errors.ts';
import { signInAddress } from '../resources/represent.ts';
import { CREATE_SIGN_IN_TOKEN } from '../http/schemas.ts';
import { singleUseLink } from '../account/signInLinks.ts';
import { formatTimestamp } from '../timestamps.ts';
import type { Endpoint } from './endpoint.ts';
import { findUser, type UserIdentity } from './identity.ts';

export const createSignInToken: Endpoint<UserIdentity & { userAssessmentId?: string }> = {
	method: 'POST',
	path: '/create-sign-in-token',
	schema: CREATE_SIGN_IN_TOKEN,
	handle: ({ service, account, body }) => {
		const user = findUser(service, account, body);
		if (!user) return { status: 204 };
		const wanted = body.userAssessmentId?.toLowerCase();
		const userAssessment = user.userAssessments.find(({ userAssessmentId }) => userAssessmentId === wanted);
		if (wanted !== undefined && !userAssessment) {
			if (service.settings.foreignUserAssessmentId === 204) return { status: 204 };
			throw forbidden('userAssessmentId');
		}
		const link = singleUseLink(service, user, userAssessment ?? null);
		return {
			status: 200,
			json: {
				signInUrl: signInAddress(service.baseHost, link),
				expiresAt: formatTimestamp(link.expiresAt, service.settings.utcOffsetMinutes),
			},
		};
	},
};
