import type { Account } from './account.ts';
import type { SignInLinkRecord, UserAssessmentRecord, UserRecord } from './records.ts';

/** Lifetime of a single-use link (specification: Limits). */
const SIGN_IN_LINK_LIFE_MS = 5 * 60_000;

function keep(account: Account, link: Omit<SignInLinkRecord, 'token' | 'used'>): SignInLinkRecord {
	const record = { ...link, token: account.random.bytes(24).toString('base64url'), used: false };
	account.signInLinks.set(record.token, record);
	return record;
}

/** Creates a link that signs in once, within five minutes. Without a user assessment, it leads to the dashboard. */
export const singleUseLink = (
	account: Account,
	user: UserRecord,
	userAssessment: UserAssessmentRecord | null,
	now: number,
): SignInLinkRecord => keep(account, { user, userAssessment, expiresAt: now + SIGN_IN_LINK_LIFE_MS, singleUse: true });

/** Creates a link that signs in to this assessment only, any number of times, until the assignment expires. */
export function reusableLink(account: Account, userAssessment: UserAssessmentRecord): SignInLinkRecord {
	const { expiresAt, user } = userAssessment;
	return keep(account, { user, userAssessment, expiresAt, singleUse: false });
}

/** Signs in with a link, if that's still possible. */
export function follow(link: SignInLinkRecord, now: number): 'signed in' | 'used' | 'expired' {
	if (link.singleUse && link.used) return 'used';
	if (now >= link.expiresAt) return 'expired';
	link.used = true;
	return 'signed in';
}
