import type { UserRecord } from './records.ts';

export interface UserInput {
	givenName: string;
	surname: string;
	email: string;
	uniqueIdentifier: string;
	studentId: string;
}

/** A user as created; the name for the login form comes from what identifies them. */
export function newUser(userId: string, input: UserInput, administrator = false): UserRecord {
	return {
		userId,
		...input,
		username: input.email || input.uniqueIdentifier,
		administrator,
		createdAt: null,
		groupIds: new Set(),
		userAssessments: [],
	};
}
