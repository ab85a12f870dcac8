import type { AssignRequest, UserIdentity } from '../../specification/types.d.ts';
import type { UserRecord } from '../account/records.ts';
import { reusableLink, singleUseLink } from '../account/signInLinks.ts';
import * as transitions from '../account/transitions.ts';
import { signInUrlOf } from '../resources/represent.ts';
import type { Service } from '../service.ts';
import { ServiceError, badRequest, forbidden } from '../serviceError.ts';
import type { Settings } from '../settings.ts';
import { formatTimestamp } from '../timestamps.ts';
import type { Handler } from './endpoint.ts';

/** @throws ServiceError 400 */
function checkEmail({ emailAddress }: UserIdentity, { malformedEmail }: Settings): void {
	if (!emailAddress || malformedEmail === 'accepted' || /^[^@\s]+@[^@\s]+$/.test(emailAddress)) return;
	throw badRequest('emailAddress', 'emailAddress is not an email address.');
}

/** Each identifier in the body, with the user that it belongs to. */
export function usersNamed(
	{ account, settings }: Service,
	{ userId, emailAddress, uniqueIdentifier }: UserIdentity,
): Array<UserRecord | undefined> {
	const users = [...account.users.values()];
	const compared = (email: string): string => (settings.emailsCompare === 'exactly' ? email : email.toLowerCase());
	return [
		...(userId ? [account.users.get(userId.toLowerCase())] : []),
		...(emailAddress ? [users.find(({ email }) => compared(email) === compared(emailAddress))] : []),
		...(uniqueIdentifier ? [users.find((user) => user.uniqueIdentifier === uniqueIdentifier)] : []),
	];
}

/**
 * The user that the body identifies, if there is one.
 * @throws ServiceError 400 without an identifier; 403 for contradictory ones, if the settings say so
 */
export function findUser(service: Service, identity: UserIdentity): UserRecord | undefined {
	const { settings } = service;
	checkEmail(identity, settings);
	const [first, ...others] = usersNamed(service, identity);
	if (first === undefined && !identity.userId && !identity.emailAddress && !identity.uniqueIdentifier) {
		throw badRequest('', 'One of userId, emailAddress or uniqueIdentifier is required.');
	}
	if (others.every((user) => user === first)) return first;
	if (settings.contradictoryIds === 403) throw forbidden('The combination of identifiers');
	return undefined;
}

const conflict = (message: string): ServiceError => new ServiceError(409, message);

/** The user with either identifier. */
function existingUser(service: Service, { emailAddress, uniqueIdentifier }: AssignRequest): UserRecord | undefined {
	const { assignToTwoUsers } = service.settings;
	const [byEmail] = usersNamed(service, { emailAddress });
	const [byIdentifier] = usersNamed(service, { uniqueIdentifier });
	if (byEmail && byIdentifier && byEmail !== byIdentifier && assignToTwoUsers === 'refused') {
		throw conflict('emailAddress and uniqueIdentifier belong to different users.');
	}
	const user = assignToTwoUsers === 'byEmail' ? (byEmail ?? byIdentifier) : (byIdentifier ?? byEmail);
	if (user?.administrator) throw conflict('The person is an administrator of the account.');
	return user;
}

function storedEmail({ emailAddress = '' }: AssignRequest, { emailsStored }: Settings): string {
	return emailsStored === 'lowerCase' ? emailAddress.toLowerCase() : emailAddress;
}

function createUser({ account, clock, settings }: Service, body: AssignRequest): UserRecord {
	const { givenName = '', surName: surname = '', uniqueIdentifier = '', studentId = '' } = body;
	const email = storedEmail(body, settings);
	return account.addUser({ givenName, surname, email, uniqueIdentifier, studentId, createdAt: clock.now() });
}

export const assign: Handler<'assign'> = ({ service, body }) => {
	const { account, clock, settings } = service;
	if (!body.emailAddress && !body.uniqueIdentifier) {
		throw badRequest('', 'At least one of emailAddress or uniqueIdentifier is required.');
	}
	checkEmail(body, settings);
	const missing = settings.assignRequires.find((field) => !body[field]);
	if (missing) throw badRequest(missing, `${missing} is required.`);
	const assessment = account.assessments.get(body.assessmentId.toLowerCase());
	if (!assessment) throw forbidden('assessmentId');
	const groupIds = (body.assignedGroups ?? []).map((groupId) => groupId.toLowerCase());
	if (!groupIds.every((groupId) => account.groups.has(groupId))) throw forbidden('assignedGroups');

	const user = existingUser(service, body) ?? createUser(service, body);
	// An identifier that the user didn't have is added to the user. studentId doesn't change.
	user.email ||= storedEmail(body, settings);
	user.uniqueIdentifier ||= body.uniqueIdentifier ?? '';
	for (const groupId of groupIds) user.groupIds.add(groupId);
	const record = transitions.assign(account, user, assessment, clock.now());
	record.returnUrl = body.returnUrl ?? null;

	const once = singleUseLink(account, user, record, clock.now());
	const reusable = reusableLink(account, record);
	const { utcOffsetMinutes } = settings;
	return {
		status: 200,
		json: {
			userId: user.userId,
			userAssessmentId: record.userAssessmentId,
			signInUrl: signInUrlOf(service.baseHost, once),
			signInUrlExpiresAt: formatTimestamp(once.expiresAt, utcOffsetMinutes),
			singleAssessmentSignInUrl: signInUrlOf(service.baseHost, reusable),
			singleAssessmentSignInUrlExpiresAt: formatTimestamp(reusable.expiresAt, utcOffsetMinutes),
		},
	};
};

export const createSignInToken: Handler<'createSignInToken'> = ({ service, body }) => {
	const { account, baseHost, clock, settings } = service;
	const user = findUser(service, body);
	if (!user) return { status: 204 };
	const wanted = body.userAssessmentId?.toLowerCase();
	const userAssessment = user.userAssessments.find(({ userAssessmentId }) => userAssessmentId === wanted);
	if (wanted !== undefined && !userAssessment) {
		if (settings.foreignUserAssessmentId === 204) return { status: 204 };
		throw forbidden('userAssessmentId');
	}
	const link = singleUseLink(account, user, userAssessment ?? null, clock.now());
	return {
		status: 200,
		json: {
			signInUrl: signInUrlOf(baseHost, link),
			expiresAt: formatTimestamp(link.expiresAt, settings.utcOffsetMinutes),
		},
	};
};
