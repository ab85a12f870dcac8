import type { FileRecord } from '../files/files.ts';
import type { Random } from '../random.ts';
import type {
	AssessmentKind,
	AssessmentRecord,
	GroupRecord,
	SignInLinkRecord,
	UserAssessmentRecord,
	UserRecord,
	WebhookRecord,
} from './records.ts';

/** A prefix and 24 random bytes. */
export const newApiKey = (random: Random): string => `eak_${random.bytes(24).toString('hex')}`;

/** The customer account: its keys, its data and its one webhook. Lists keep the order of creation. */
export class Account {
	/** Generates identifiers and scores. */
	readonly random: Random;
	/** Maps each key to whether it is usable. A revoked key stays listed to distinguish it from a key that was never issued. */
	readonly apiKeys = new Map<string, 'active' | 'revoked'>();
	readonly assessments = new Map<string, AssessmentRecord>();
	readonly groups = new Map<string, GroupRecord>();
	readonly users = new Map<string, UserRecord>();
	readonly userAssessments = new Map<string, UserAssessmentRecord>();
	readonly files = new Map<string, FileRecord>();
	readonly signInLinks = new Map<string, SignInLinkRecord>();
	webhook: WebhookRecord | null = null;
	exampleSentAt: number | null = null;
	/** Whether a test has overridden fields of a report. If so, responses are no longer checked against the document. */
	hasOverrides = false;

	constructor(random: Random) {
		this.random = random;
	}

	addAssessment(name: string, kind: AssessmentKind): AssessmentRecord {
		const assessmentType = kind === 'placement' ? 'ThousandPoint' : 'TenPoint';
		const assessment: AssessmentRecord = { assessmentId: this.random.uuid(), name, assessmentType, kind };
		this.assessments.set(assessment.assessmentId, assessment);
		return assessment;
	}

	addGroup(name: string): GroupRecord {
		const group = { name, groupId: this.random.uuid() };
		this.groups.set(group.groupId, group);
		return group;
	}

	/** The username is the email address or, without one, the unique identifier. */
	addUser(details: Partial<Omit<UserRecord, 'userId' | 'username' | 'groupIds' | 'userAssessments'>>): UserRecord {
		const user: UserRecord = {
			userId: this.random.uuid(),
			givenName: '',
			surname: '',
			username: details.email || details.uniqueIdentifier || '',
			email: '',
			studentId: '',
			uniqueIdentifier: '',
			administrator: false,
			createdAt: -Infinity,
			...details,
			groupIds: new Set(),
			userAssessments: [],
		};
		this.users.set(user.userId, user);
		return user;
	}

	/** @returns the ID at the end of the file's link */
	addFile(file: FileRecord): string {
		const fileId = this.random.uuid();
		this.files.set(fileId, file);
		return fileId;
	}
}
