import { type Account, newUser } from '../account/account.ts';
import { keepAbsence, type UserRecord } from '../account/records.ts';
import { reusableLink, singleUseLink } from '../account/signInLinks.ts';
import * as transitions from '../account/transitions.ts';
import { signInAddress } from '../resources/represent.ts';
import type { Service } from '../service.ts';
import { ServiceError, badRequest, forbidden } from '../serviceError.ts';
import type { Settings } from '../settings.ts';
import { formatTimestamp } from '../timestamps.ts';
import type { Endpoint } from './endpoint.ts';
import { ASSIGN, CREATE_SIGN_IN_TOKEN } from './schemas.ts';

export interface UserIdentity {
	userId?: string;
	emailAddress?: string;
	uniqueIdentifier?: string;
}

/** @throws ServiceError 400 */
function checkEmail({ emailAddress }: UserIdentity, { malformedEmail }: Settings): void {
	if (!emailAddress || malformedEmail === 'accepted' || /^[^@\s]+@[^@\s]+$/.test(emailAddress)) return;
	throw badRequest('emailAddress', 'emailAddress is not an e-mail address.');
}

/** Each of the identifiers that are given, with the user that it names. */
export function usersNamed(
	account: Account,
	{ userId, emailAddress, uniqueIdentifier }: UserIdentity,
	{ emailsCompare }: Settings,
): Array<UserRecord | undefined> {
	return [
		...(userId ? [account.userById(userId)] : []),
		...(emailAddress ? [account.userByEmail(emailAddress, emailsCompare)] : []),
		...(uniqueIdentifier ? [account.userByUniqueIdentifier(uniqueIdentifier)] : []),
	];
}

/**
 * The user that the body names; undefined when there is none.
 * @throws ServiceError 400 when none is given; 403 for another account's, and for several, where the settings say so
 */
export function findUser(service: Service, account: Account, identity: UserIdentity): UserRecord | undefined {
	const { settings, world } = service;
	checkEmail(identity, settings);
	const [first, ...others] = usersNamed(account, identity, settings);
	if (first === undefined && !identity.userId && !identity.emailAddress && !identity.uniqueIdentifier) {
		throw badRequest('', 'One of userId, emailAddress or uniqueIdentifier is required.');
	}
	const owner = [world.account, world.otherAccount].find(({ users }) =>
		users.has(identity.userId?.toLowerCase() ?? ''),
	);
	if (settings.foreignUserId === 403 && owner !== undefined && owner !== account) throw forbidden('userId');
	if (others.every((user) => user === first)) return first;
	if (settings.contradictoryIds === 403) throw forbidden('The combination of identifiers');
	return undefined;
}

interface AssignBody {
	assessmentId: string;
	givenName?: string;
	surName?: string;
	emailAddress?: string;
	uniqueIdentifier?: string;
	studentId?: string;
	assignedGroups?: string[];
	returnUrl?: string;
}

const conflict = (message: string): ServiceError => new ServiceError(409, message);

/** The user that either identifier names. */
function existingUser(account: Account, body: AssignBody, settings: Settings): UserRecord | undefined {
	const { emailAddress, uniqueIdentifier } = body;
	const [user, other] = usersNamed(account, { emailAddress, uniqueIdentifier }, settings).filter(
		(named) => named !== undefined,
	);
	if (user && other && user !== other) {
		throw conflict('emailAddress and uniqueIdentifier belong to different users.');
	}
	if (user?.administrator) throw conflict('The target is an administrator of the account.');
	return user;
}

function storedEmail({ emailAddress = '' }: AssignBody, { emailsStored }: Settings): string {
	return emailsStored === 'lowerCase' ? emailAddress.toLowerCase() : emailAddress;
}

function createUser(service: Service, account: Account, body: AssignBody): UserRecord {
	const user = newUser(service.random.uuid(), {
		givenName: body.givenName ?? '',
		surname: body.surName ?? '',
		email: storedEmail(body, service.settings),
		uniqueIdentifier: body.uniqueIdentifier ?? '',
		studentId: body.studentId ?? '',
	});
	user.createdAt = service.clock.now();
	account.addUser(user);
	return user;
}

/** An identifier that the user lacks is filled in, so that it names them from now on; studentId isn't touched. */
function fillIn(account: Account, user: UserRecord, body: AssignBody, settings: Settings): UserRecord {
	user.email ||= storedEmail(body, settings);
	user.uniqueIdentifier ||= body.uniqueIdentifier ?? '';
	account.indexUser(user);
	return user;
}

export const assign: Endpoint<AssignBody> = {
	method: 'POST',
	path: '/assign',
	schema: ASSIGN,
	handle: ({ service, account, version, body }) => {
		const { settings, clock, world } = service;
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

		const existing = existingUser(account, body, settings);
		const user = existing ? fillIn(account, existing, body, settings) : createUser(service, account, body);
		for (const groupId of groupIds) user.groupIds.add(groupId);
		const assignedAt = clock.now();
		const expiresAt = assignedAt + transitions.LIFETIME_MS;
		const owner = { world, account, user };
		const record = transitions.assign(assessment, owner, service.random.uuid(), { assignedAt, expiresAt });
		keepAbsence(record, assignedAt);
		record.returnUrl = body.returnUrl ?? null;

		const once = singleUseLink(service, user, record);
		const answer = {
			userId: user.userId,
			userAssessmentId: record.userAssessmentId,
			signInUrl: signInAddress(service.baseHost, once),
			signInUrlExpiresAt: formatTimestamp(once.expiresAt, settings.utcOffsetMinutes),
		};
		if (version.deprecated) return { status: 200, json: answer };
		const reusable = reusableLink(service, user, record);
		return {
			status: 200,
			json: {
				...answer,
				singleAssessmentSignInUrl: signInAddress(service.baseHost, reusable),
				singleAssessmentSignInUrlExpiresAt: formatTimestamp(reusable.expiresAt, settings.utcOffsetMinutes),
			},
		};
	},
};

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
