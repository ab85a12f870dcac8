import type { SignInLinkRecord, UserAssessmentRecord, UserRecord } from './records.ts';
import type { Service } from '../service.ts';

/** Life of a single-use link (specification, Limits). */
const SIGN_IN_LINK_LIFE_MS = 5 * 60_000;

function keep(service: Service, link: Omit<SignInLinkRecord, 'token' | 'used'>): SignInLinkRecord {
	const record = { ...link, token: service.random.bytes(24).toString('base64url'), used: false };
	service.world.signInLinks.set(record.token, record);
	return record;
}

/** Signs in once, within five minutes; without a user assessment the user lands on the dashboard. */
export function singleUseLink(service: Service, user: UserRecord, userAssessment: UserAssessmentRecord | null) {
	const expiresAt = service.clock.now() + SIGN_IN_LINK_LIFE_MS;
	return keep(service, { user, userAssessment, expiresAt, singleUse: true });
}

/** Signs in to this assessment only, as often as wanted, for as long as the assignment lasts. */
export function reusableLink(service: Service, user: UserRecord, userAssessment: UserAssessmentRecord) {
	return keep(service, { user, userAssessment, expiresAt: userAssessment.expiresAt, singleUse: false });
}

/** Uses a link up when it may be used once. */
export function follow(link: SignInLinkRecord, now: number): 'signed in' | 'used' | 'expired' {
	if (link.singleUse && link.used) return 'used';
	if (now >= link.expiresAt) return 'expired';
	link.used = true;
	return 'signed in';
}
